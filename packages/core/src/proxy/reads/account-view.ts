import { type Address, LIMITS, type Signature } from '@quorate/protocol';
import type { CountingEnv } from '../../genesis.ts';
import { byText } from '../../ledger/operations/token-creation.ts';
import type { AccountInfo, Pending } from '../../message.ts';
import { type OpenedEnvelope, receiveEnvelope } from '../../open-envelope.ts';
import { verifies } from '../../verification/verifies.ts';
import { isGenuine } from '../refusals/envelope-fault.ts';
import type { ProxyRules } from '../rule-types.ts';

/** What is needed to build the view of an account. */
interface ViewEnv extends CountingEnv {
  readonly rules: Pick<ProxyRules, 'vouchedFor'>;
}

interface Standing {
  readonly validator: string;
  readonly info: AccountInfo;
}

/**
 * Builds one account from the answers of validators that stand at the same nonce (rule P7);
 * `needed` is f + 1.
 *
 * Among the f + 1 highest balances one is from a correct validator, and credits only add. State
 * cells belong to the sender, so at one nonce all correct validators hold the same.
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

/** Gives an amount that a correct validator holds or exceeds: the `needed`-th highest (f + 1). */
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
  // Every validator lists its first entries, and the lists of those that lag differ (rule P12).
  return vouched.slice(0, LIMITS.listEntries);
}

function agreed(
  lists: readonly AccountInfo['stateCells'][],
  needed: number,
): AccountInfo['stateCells'] {
  const counts = new Map<string, number>();
  const agreeing: AccountInfo['stateCells'][number][] = [];
  // A cell that one validator lists twice counts once.
  for (const cell of lists.flatMap((list) => [...new Map(list)])) {
    const count = (counts.get(cell.join()) ?? 0) + 1;
    counts.set(cell.join(), count);
    if (count === needed) agreeing.push(cell);
  }
  return agreeing.sort(([a], [b]) => byText(a, b));
}

// A pending transaction counts only with a valid signature of its sender, and for this network. So
// no validator can frame an account.
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

// A validator's signature counts only in its own answer.
function hasSigned({ opened, validator, signature }: Holding, { verifier }: CountingEnv): boolean {
  const { signingBytes } = opened.facts;
  return signature !== undefined && verifies(verifier, validator, signingBytes, signature);
}
