import { stringifyJson, type TokenId } from '@quorate/protocol';
import type { Token, TokenDescription } from '../../ledger/ledger.ts';
import { byText } from '../../ledger/operations/token-creation.ts';
import type { TokenInfo } from '../../message.ts';
import type { ProxyRules } from '../rule-types.ts';

type VouchingRules = Pick<ProxyRules, 'vouchedFor'>;

/** What makes one answer of several. */
interface Vouching {
  /** f + 1. */
  readonly needed: number;
  /** Whether the validators may be asked again. */
  readonly mayWait: boolean;
  readonly rules: VouchingRules;
}

/**
 * Makes one answer of what a quorum says of tokens (rule P7).
 *
 * Of a description the newest that f + 1 give; one that is newer may not have reached them yet. Undefined where
 * f + 1 describe a token of which no f + 1 agree: it is changing at this moment, and is better asked for again. One
 * who brings validators different things, or lies, can keep it so; then it is told without its description, and
 * the other tokens with theirs.
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
