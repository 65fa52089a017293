import { type Address, LIMITS, type Signature } from '@quorate/protocol';
import type { CountingEnv } from '../../genesis.ts';
import { byText } from '../../ledger/operations/token-creation.ts';
import type { AccountInfo, Pending } from '../../message.ts';
import { type OpenedEnvelope, receiveEnvelope } from '../../open-envelope.ts';
import { verifies } from '../../verification/verifies.ts';
import { isGenuine } from '../envelope-fault.ts';
import type { ProxyRules } from '../rule-types.ts';

/** What an account is put together with. */
interface ViewEnv extends CountingEnv {
  readonly rules: Pick<ProxyRules, 'vouchedFor'>;
}

interface Standing {
  readonly validator: string;
  readonly info: AccountInfo;
}

/**
 * Makes one account of what validators at one nonce say (rule P7); `needed` is f + 1.
 *
 * Of a balance the f + 1 highest include a correct one, and credits only add. A state cell is the
 * sender's own, so at one nonce all correct validators hold the same.
 */
export function accountView(
  standing: readonly Standing[],
  needed: number,
  env: ViewEnv,
): AccountInfo {
  const infos = standing.map(({ info }) => info);
  const [first] = infos;
  const stateCells = agreed(
    infos.map(({ stateCells: cells }) => cells),
    needed,
  );
  const cells = new Map(stateCells);
  const disagreements = standing
    .filter(({ info }) => info.stateCells.some(([key, state]) => cells.get(key) !== state))
    .map(({ validator }) => validator as Address);
  return {
    type: 'AccountInfo',
    address: first?.address ?? ('' as Address),
    nextNonce: first?.nextNonce ?? 0n,
    balance: env.rules.vouchedFor(
      infos.map(({ balance }) => balance),
      needed,
    ),
    pending: pendingIn(standing, env),
    tokenBalances: balances(infos, needed, env),
    stateCells,
    disagreements,
  };
}

/** Gives the amount that, with `needed` = f + 1, a correct validator holds at least. */
export function vouchedFor(amounts: readonly bigint[], needed: number): bigint {
  return amounts.toSorted((a, b) => (a > b ? -1 : 1))[needed - 1] ?? 0n;
}

function balances(
  infos: readonly AccountInfo[],
  needed: number,
  { rules }: ViewEnv,
): AccountInfo['tokenBalances'] {
  const lists = infos.map(({ tokenBalances }) => new Map(tokenBalances));
  const ids = [...new Set(lists.flatMap((list) => [...list.keys()]))].sort(byText);
  const vouched = ids.flatMap((id) => {
    const amounts = lists.map((list) => list.get(id) ?? 0n);
    const amount = rules.vouchedFor(amounts, needed);
    return amount === 0n ? [] : [[id, amount] as const];
  });
  // Each lists its first, and those are not the same where one lags (rule P12).
  return vouched.slice(0, LIMITS.listEntries);
}

function agreed(
  lists: readonly AccountInfo['stateCells'][],
  needed: number,
): AccountInfo['stateCells'] {
  const counts = new Map<string, number>();
  const agreeing: AccountInfo['stateCells'][number][] = [];
  // What one says twice it says once.
  for (const cell of lists.flatMap((list) => [...new Map(list)])) {
    const count = (counts.get(cell.join()) ?? 0) + 1;
    counts.set(cell.join(), count);
    if (count === needed) agreeing.push(cell);
  }
  return agreeing.sort(([a], [b]) => byText(a, b));
}

// A transaction that its sender did not sign, or for another network, is nobody's: no validator can frame
// an account.
function pendingIn(standing: readonly Standing[], env: CountingEnv): Pending | undefined {
  const held = standing.flatMap(({ validator, info: { address, nextNonce, pending } }) => {
    if (pending === undefined) return [];
    const envelopes = pending.kind === 'pending' ? [pending.envelope] : pending.envelopes;
    return envelopes.flatMap((envelope) => {
      const opened = receiveEnvelope(envelope);
      if ('rejection' in opened || !isGenuine(opened, env)) return [];
      const { sender, nonce } = opened.facts.transaction;
      if (sender !== address || nonce !== nextNonce) return [];
      const signature = pending.kind === 'pending' ? pending.signature : undefined;
      return [{ opened, validator: validator as Address, signature }];
    });
  });
  const [first] = held;
  if (first === undefined) return undefined;
  const { envelope, facts } = first.opened;
  const rival = held.find(({ opened }) => opened.facts.id !== facts.id);
  if (rival !== undefined) {
    return { kind: 'contested', envelopes: [envelope, rival.opened.envelope] };
  }
  const signer = held.find((each) => hasSigned(each, env));
  const { validator, signature } = signer ?? { ...first, signature: undefined };
  return { kind: 'pending', envelope, validator, signature };
}

interface Holding {
  readonly opened: OpenedEnvelope;
  readonly validator: Address;
  readonly signature: Signature | undefined;
}

// Nobody says for another validator what that one has signed.
function hasSigned({ opened, validator, signature }: Holding, { verifier }: CountingEnv): boolean {
  const { signingBytes } = opened.facts;
  return signature !== undefined && verifies(verifier, validator, signingBytes, signature);
}
