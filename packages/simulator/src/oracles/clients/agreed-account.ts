import { type AccountInfo, readableFacts } from '@quorate/core';
import {
  type Address,
  factsOf,
  NATIVE_TOKEN_ID,
  type TransactionEnvelope,
} from '@quorate/protocol';
import { heldEnvelopes } from '../following/held-envelopes.ts';
import type { OracleContext } from '../oracle.ts';

/** What a proxy tells about an account, and the answers of the validators at its nonce. */
interface Told {
  readonly told: AccountInfo;
  readonly standing: readonly Standing[];
  /** How many must agree so that a correct one is among them: f + 1. */
  readonly needed: number;
}

interface Standing {
  readonly validator: Address;
  readonly info: AccountInfo;
}

/** What is needed to verify signatures. */
interface Judge extends Pick<OracleContext, 'verifier'> {
  /** Whether an envelope is really its sender's, for this network. */
  readonly isGenuine: (envelope: TransactionEnvelope) => boolean;
}

/**
 * Says what is wrong with what a proxy tells about an account; undefined when nothing is (rule P7).
 * Each balance must be the (f + 1)-th highest, the cells those that f + 1 agree on, the pending
 * transaction signed by the sender, and the list of disagreeing validators correct.
 */
export function accountFault(reading: Told, judge: Judge): string | undefined {
  const { told, standing, needed } = reading;
  if (standing.length < needed) return 'at whose nonce too few validators stand';
  return balanceFault(reading) ?? cellFault(told, standing, needed) ?? pendingFault(reading, judge);
}

function balanceFault({ told, standing, needed }: Told): string | undefined {
  const held = standing.map(({ info }) => balancesIn(info));
  const own = balancesIn(told);
  const ids = new Set([...held, own].flatMap((balances) => [...balances.keys()]));
  for (const id of ids) {
    const amounts = held.map((balances) => balances.get(id) ?? 0n);
    const vouched = amounts.toSorted((a, b) => (a > b ? -1 : 1))[needed - 1] ?? 0n;
    if ((own.get(id) ?? 0n) !== vouched) return 'with another balance than f + 1 vouch for';
  }
  return areAscending(told.tokenBalances) ? undefined : 'with balances out of their order';
}

function balancesIn({ balance, tokenBalances }: AccountInfo): ReadonlyMap<string, bigint> {
  return new Map<string, bigint>([...tokenBalances, [NATIVE_TOKEN_ID, balance]]);
}

function cellFault(
  { stateCells, disagreements = [] }: AccountInfo,
  standing: readonly Standing[],
  needed: number,
): string | undefined {
  const counts = new Map<string, number>();
  for (const { info } of standing) {
    for (const cell of new Map(info.stateCells)) {
      counts.set(cell.join(), (counts.get(cell.join()) ?? 0) + 1);
    }
  }
  const agreed = new Set([...counts].flatMap(([cell, count]) => (count < needed ? [] : cell)));
  const own = stateCells.map((cell) => cell.join());
  if (own.length !== agreed.size || !own.every((cell) => agreed.has(cell))) {
    return 'with other cells than f + 1 give alike';
  }
  if (!areAscending(stateCells)) return 'with cells out of their order';
  const others = standing.filter(({ info }) =>
    info.stateCells.some((cell) => !agreed.has(cell.join())),
  );
  const isReported =
    others.length === disagreements.length &&
    others.every(({ validator }) => disagreements.includes(validator));
  return isReported ? undefined : 'and not who disagrees';
}

function areAscending(list: readonly (readonly [id: string, value: unknown])[]): boolean {
  return list.every(([id], index) => index === 0 || (list[index - 1]?.[0] ?? '') < id);
}

function pendingFault({ told, standing }: Told, judge: Judge): string | undefined {
  const own = heldEnvelopes(told.pending).map(idOf);
  const { address, nextNonce } = told;
  const shown = standing.flatMap(({ validator, info: { pending } }) =>
    heldEnvelopes(pending).flatMap((envelope) => {
      const transaction = readableFacts(envelope)?.transaction;
      const isNext = transaction?.sender === address && transaction.nonce === nextNonce;
      return isNext && judge.isGenuine(envelope) ? [{ validator, envelope, pending }] : [];
    }),
  );
  const ids = new Set(shown.map(({ envelope }) => idOf(envelope)));
  if (own.some((id) => !ids.has(id))) return 'with something pending that no validator shows';
  if (own.length < Math.min(ids.size, 2)) return 'without what a validator shows as pending';
  if (told.pending?.kind !== 'pending' || told.pending.signature !== undefined) return undefined;
  const isSigned = shown.some(({ validator, envelope, pending }) => {
    if (pending?.kind !== 'pending' || pending.signature === undefined) return false;
    const { signingBytes } = factsOf(envelope.transaction);
    return judge.verifier.verify(validator, signingBytes, pending.signature);
  });
  return isSigned ? 'without the signature that a validator gave to what is pending' : undefined;
}

function idOf({ transaction }: TransactionEnvelope): string {
  return factsOf(transaction).id;
}
