import type { GetTokenInfo, Result } from '../../message.ts';
import type { ValidatorState } from '../state.ts';

/** Answers with the tokens of which anything has settled here; others are left out. */
export function tokenInfo({ ledger }: ValidatorState, { tokenIds }: GetTokenInfo): Result {
  const tokens = [...new Set(tokenIds)].flatMap((id) => {
    const token = ledger.token.get(id);
    return token === undefined ? [] : [[id, token] as const];
  });
  return { type: 'TokenInfo', tokens };
}
