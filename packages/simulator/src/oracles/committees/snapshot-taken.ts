import type { Ledger, StoreWrite } from '@quorate/core';
import {
  type Address,
  type SignedSnapshotPart,
  type SnapshotPage,
  snapshotPageHash,
  snapshotSigningBytes,
} from '@quorate/protocol';
import { idsHeld, idsOf } from '../following/held-envelopes.ts';
import { isPersist } from '../following/is-persist.ts';
import type { HandoverStep, Oracle, OracleContext } from '../oracle.ts';

/**
 * A correct member that learns that its epoch has ended fixes its snapshot in one write: every
 * account that has settled something or is locked, once, with its next nonce and the envelopes in
 * its lock, signed part by part with its key of that epoch (rules C4, C5).
 *
 * Our addition to ledger.md. What one member does not show, others usually do. If none does, an
 * account is free in the next epoch although a quorum of this one has signed for it.
 */
export function snapshotTaken({ verifier }: Pick<OracleContext, 'verifier'>): Oracle {
  return {
    name: 'snapshot-taken',
    kind: 'safety',
    afterHandover: (step) => {
      const { node, observation } = step;
      const { before, after } = observation;
      const { seat, served, isFrozen } = before.handover;
      if (seat === undefined || isFrozen || after.committees.length - 1 <= served) return undefined;
      const fault = faultIn(fixedBy(step, served), { step, seat, verifier });
      return fault === undefined
        ? undefined
        : {
            message: `${node} has frozen at the end of epoch ${served} and ${fault}`,
            facts: { validator: node, epoch: String(served), fault },
          };
    },
  };
}

interface Freeze {
  readonly step: HandoverStep;
  readonly seat: Address;
  readonly verifier: OracleContext['verifier'];
}

/** Gives the parts that are in the same write as the note that the snapshot is fixed. */
function fixedBy({ observation }: HandoverStep, epoch: number): readonly SignedSnapshotPart[] {
  const write = observation.effects
    .filter(isPersist)
    .find(({ writes }) =>
      writes.some(({ key, value }) => key === 'handover/frozen' && value === epoch),
    );
  return (write?.writes ?? []).flatMap(({ key, value }) => partIn(key, value, epoch));
}

function partIn(key: string, value: StoreWrite['value'], epoch: number): SignedSnapshotPart[] {
  if (!key.startsWith('snapshot/')) return [];
  const part = value as SignedSnapshotPart;
  return part.part.epoch === epoch ? [part] : [];
}

function faultIn(
  fixed: readonly SignedSnapshotPart[],
  { step, seat, verifier }: Freeze,
): string | undefined {
  const { genesis, ledger } = step.observation.after;
  const { served } = step.observation.before.handover;
  const changeId = ledger.committee.get(String(served + 1))?.changeId;
  const [root] = fixed.flatMap(({ part }) => (part.kind === 'Root' ? [part] : []));
  if (root === undefined) return 'fixed no snapshot with that very write';
  const isOfThis = fixed.every(
    ({ part }) =>
      part.validator === seat && part.networkId === genesis.networkId && part.changeId === changeId,
  );
  if (!isOfThis) return 'fixed a snapshot of something else';
  const isSigned = fixed.every(({ part, signature }) =>
    verifier.verify(seat, snapshotSigningBytes(part), signature),
  );
  if (!isSigned) return 'has not signed all of its snapshot';
  const pages = fixed
    .flatMap(({ part }) => (part.kind === 'Page' ? [part] : []))
    .toSorted((one, other) => one.index - other.index);
  if (pages.map(snapshotPageHash).join() !== root.pages.join()) return 'names other pages';
  return contentFault(pages, ledger);
}

// Anything else that happens in the same step leaves nonces and the contents of locks unchanged.
function contentFault(pages: readonly SnapshotPage[], { account }: Ledger): string | undefined {
  const shown = pages.flatMap(({ entries }) =>
    entries.map(({ address, nextNonce, held }) => `${address} ${nextNonce} ${idsOf(held)}`),
  );
  const held: string[] = [];
  for (const [address, { nextNonce, lock }] of account) {
    if (nextNonce > 0n || lock !== undefined) held.push(`${address} ${nextNonce} ${idsHeld(lock)}`);
  }
  const isWhole = shown.length === held.length && held.every((line, at) => line === shown[at]);
  return isWhole ? undefined : 'shows of its accounts something else than it held';
}
