import { stringifyJson, type TokenId } from '@quorate/protocol';
import type { Token, TokenDescription } from '../../ledger/ledger.ts';
import { byText } from '../../ledger/operations/token-creation.ts';
import type { TokenInfo } from '../../message.ts';
import type { ProxyRules } from '../rule-types.ts';

type VouchingRules = Pick<ProxyRules, 'vouchedFor'>;

/**
 * Makes one answer of what a quorum says of tokens (rule P7); `needed` is f + 1.
 *
 * Of a description the newest that f + 1 give; one that is newer may not have reached them yet. Undefined while
 * f + 1 describe a token of which no f + 1 agree, because it is changing at this moment.
 */
export function tokenView(
  views: readonly TokenInfo[],
  needed: number,
  rules: VouchingRules,
): TokenInfo | undefined {
  const lists = views.map(({ tokens }) => new Map(tokens));
  const tokens: (readonly [TokenId, Token])[] = [];
  for (const id of [...new Set(lists.flatMap((list) => [...list.keys()]))].sort(byText)) {
    const given = lists.flatMap((list) => list.get(id) ?? []);
    const token = viewOf(given, needed, rules);
    if (isChanging(token, given, needed)) return undefined;
    if (token !== undefined) tokens.push([id, token]);
  }
  return { type: 'TokenInfo', tokens };
}

function isChanging(token: Token | undefined, given: readonly Token[], needed: number): boolean {
  const described = given.filter(({ description }) => description !== undefined);
  return token?.description === undefined && described.length >= needed;
}

function viewOf(
  tokens: readonly Token[],
  needed: number,
  { vouchedFor }: VouchingRules,
): Token | undefined {
  if (tokens.length < needed) return undefined;
  const supply = vouchedFor(
    tokens.map((token) => token.supply),
    needed,
  );
  return { supply, description: newestOf(tokens, needed) };
}

function newestOf(tokens: readonly Token[], needed: number): TokenDescription | undefined {
  const groups = new Map<string, TokenDescription[]>();
  for (const { description } of tokens) {
    if (description === undefined) continue;
    const { admin, name, decimals, mints, updateCount, origin } = description;
    const text = stringifyJson([
      admin,
      name,
      decimals,
      mints,
      updateCount,
      origin.sender,
      origin.nonce,
    ]);
    groups.set(text, [...(groups.get(text) ?? []), description]);
  }
  const vouched = [...groups.values()].flatMap(([first, ...rest]) =>
    first !== undefined && 1 + rest.length >= needed ? [first] : [],
  );
  return vouched.toSorted((a, b) => (a.updateCount > b.updateCount ? -1 : 1))[0];
}
