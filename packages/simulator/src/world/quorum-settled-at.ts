import { nodeNamesOf } from '@quorate/core';
import type { TransactionCertificate } from '@quorate/protocol';
import type { CommitteeBook } from '../oracles/committee-book.ts';
import { quorumSize } from '../quorums.ts';

/** Validator name to the time at which it settled something, in that order. */
type SettledAt = Readonly<Record<string, bigint>>;

/** The committees of a run, and when an epoch began; undefined where it has not. */
interface Epochs extends Pick<CommitteeBook, 'all' | 'of' | 'running'> {
  beganAt(epoch: number): bigint | undefined;
}

/**
 * Gives when a quorum of the committee that signed a certificate, or of a later one, had settled it; undefined
 * where that never happened. Who has no seat yet settles what he is brought as well, and makes nothing final.
 */
export function quorumSettledAt(
  { signatures: [first] }: TransactionCertificate,
  settledAt: SettledAt,
  committees: Epochs,
): bigint | undefined {
  const [home = committees.running()] = first === undefined ? [] : committees.of(first[0]);
  let earliest: bigint | undefined;
  for (const { epoch, members } of committees.all()) {
    const began = epoch === home.epoch ? 0n : committees.beganAt(epoch);
    if (epoch < home.epoch || began === undefined) continue;
    const seats = new Set(nodeNamesOf(members));
    const own = Object.entries(settledAt).filter(([name]) => seats.has(name));
    const last = own[quorumSize(members.length) - 1]?.[1];
    if (last === undefined) continue;
    const at = last < began ? began : last;
    if (earliest === undefined || at < earliest) earliest = at;
  }
  return earliest;
}
