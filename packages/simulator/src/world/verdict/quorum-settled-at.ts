import { nodeNamesOf } from '@quorate/core';
import type { TransactionCertificate } from '@quorate/protocol';
import type { CommitteeBook } from '../../oracles/committee-book.ts';
import { quorumSize } from '../../quorums.ts';

/** When each validator settled something, by its name, in that order. */
type SettledAt = Readonly<Record<string, bigint>>;

/** The committees of a run, and when each epoch began; undefined when it has not. */
interface Epochs extends Pick<CommitteeBook, 'all' | 'of' | 'running'> {
  beganAt(epoch: number): bigint | undefined;
}

/**
 * Gives when a quorum of the committee that signed a certificate, or of a later one, had settled
 * it; undefined when that never happened. A validator that has no seat yet also settles what it
 * receives, but does not count.
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
