import { stringifyJson, type TokenId } from '@quorate/protocol';
import type { Token, TokenDescription } from '../../ledger/ledger.ts';
import { byText } from '../../ledger/operations/token-creation.ts';
import type { TokenInfo } from '../../message.ts';
import type { ProxyRules } from '../rule-types.ts';

type VouchingRules = Pick<ProxyRules, 'vouchedFor'>;

/** How several answers are combined. */
interface Vouching {
  /** f + 1. */
  readonly needed: number;
  /** Whether the read may be repeated. */
  readonly mayWait: boolean;
  readonly rules: VouchingRules;
}

/**
 * Builds one answer from what a quorum says about tokens (rule P7).
 *
 * For each token it takes the newest description that f + 1 validators give; a newer one may not
 * have reached them yet. If f + 1 describe a token but no f + 1 agree, the token is changing right
 * now: the result is undefined, so that the read is repeated while `mayWait`. Somebody who lies, or
 * delivers different certificates to different validators, can prolong that; then that token is
 * returned without a description, and the others with theirs.
 */
export function tokenView(
  views: readonly TokenInfo[],
  { needed, mayWait, rules }: Vouching,
): TokenInfo | undefined {
  const lists = views.map(({ tokens }) => new Map(tokens));
  const tokens: (readonly [TokenId, Token])[] = [];
  for (const id of [...new Set(lists.flatMap((list) => [...list.keys()]))].sort(byText)) {
    const given = lists.flatMap((list) => list.get(id) ?? []);
    const token = viewOf(given, needed, rules);
    if (mayWait && isChanging(token, given, needed)) return undefined;
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
      origin === undefined ? null : [origin.sender, origin.nonce],
    ]);
    groups.set(text, [...(groups.get(text) ?? []), description]);
  }
  const vouched = [...groups.values()].flatMap(([first, ...rest]) =>
    first !== undefined && 1 + rest.length >= needed ? [first] : [],
  );
  return vouched.toSorted((a, b) => (a.updateCount > b.updateCount ? -1 : 1))[0];
}
