import type { Address } from '@quorate/protocol';
import { type CountingEnv, isForNetwork } from '../../genesis.ts';
import { byText } from '../../ledger/operations/token-creation.ts';
import type { AccountInfo, Pending } from '../../message.ts';
import { receiveEnvelope } from '../../open-envelope.ts';
import { envelopeFault } from '../envelope-fault.ts';

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
  env: CountingEnv,
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
    balance: vouchedFor(
      infos.map(({ balance }) => balance),
      needed,
    ),
    pending: pendingIn(infos, env),
    tokenBalances: balances(infos, needed),
    stateCells,
    disagreements,
  };
}

/** Gives the amount that, with `needed` = f + 1, a correct validator holds at least. */
export function vouchedFor(amounts: readonly bigint[], needed: number): bigint {
  return amounts.toSorted((a, b) => (a > b ? -1 : 1))[needed - 1] ?? 0n;
}

function balances(infos: readonly AccountInfo[], needed: number): AccountInfo['tokenBalances'] {
  const lists = infos.map(({ tokenBalances }) => new Map(tokenBalances));
  const ids = [...new Set(lists.flatMap((list) => [...list.keys()]))].sort(byText);
  return ids.flatMap((id) => {
    const amounts = lists.map((list) => list.get(id) ?? 0n);
    const amount = vouchedFor(amounts, needed);
    return amount === 0n ? [] : [[id, amount] as const];
  });
}

function agreed(
  lists: readonly AccountInfo['stateCells'][],
  needed: number,
): AccountInfo['stateCells'] {
  const counts = new Map<string, number>();
  const agreeing: AccountInfo['stateCells'][number][] = [];
  for (const cell of lists.flat()) {
    const count = (counts.get(cell.join()) ?? 0) + 1;
    counts.set(cell.join(), count);
    if (count === needed) agreeing.push(cell);
  }
  return agreeing.sort(([a], [b]) => byText(a, b));
}

// A transaction that its sender did not sign, or for another network, is nobody's: no validator can frame
// an account.
function pendingIn(
  infos: readonly AccountInfo[],
  { network, verifier }: CountingEnv,
): Pending | undefined {
  const held = infos.flatMap(({ address, nextNonce, pending }) => {
    if (pending === undefined) return [];
    const envelopes = pending.kind === 'pending' ? [pending.envelope] : pending.envelopes;
    return envelopes.flatMap((envelope) => {
      const opened = receiveEnvelope(envelope);
      if ('rejection' in opened || envelopeFault(opened, verifier) !== undefined) return [];
      const { sender, nonce } = opened.facts.transaction;
      const isAtNext = sender === address && nonce === nextNonce;
      return isAtNext && isForNetwork(opened.facts.transaction, network)
        ? [{ opened, pending }]
        : [];
    });
  });
  const [first] = held;
  const rival = held.find(({ opened }) => opened.facts.id !== first?.opened.facts.id);
  if (first === undefined) return undefined;
  if (rival === undefined) return first.pending;
  return { kind: 'contested', envelopes: [first.opened.envelope, rival.opened.envelope] };
}
