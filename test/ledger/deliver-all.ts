import type { TransactionCertificate } from '@quorate/protocol';
import fc, { type Arbitrary } from 'fast-check';
import type { Verdict } from './naive-ledger.ts';

const RETRYABLE: readonly Verdict[] = ['MissingDependency', 'MissingEarlierConfirmations'];

/** Puts certificates in some order. */
export type Shuffle = <T>(items: readonly T[]) => readonly T[];

/** Chooses an order for lists of any length up to 64; longer ones keep theirs from there on. */
export function anyShuffle(): Arbitrary<Shuffle> {
  return fc.array(fc.nat(), { minLength: 64, maxLength: 64 }).map(
    (ranks): Shuffle =>
      (items) =>
        items
          .map((item, index) => ({ item, rank: ranks[index] ?? Number.MAX_SAFE_INTEGER }))
          .sort((a, b) => a.rank - b.rank)
          .map(({ item }) => item),
  );
}

/**
 * Delivers certificates in order, again and again, until each has what it builds on (D1 to D4).
 *
 * @throws Error when one is refused for another reason, or when what is left never settles.
 */
export function deliverAll(
  certificates: readonly TransactionCertificate[],
  settle: (certificate: TransactionCertificate) => Verdict,
): void {
  let left = certificates;
  while (left.length > 0) {
    const waiting = left.filter((certificate) => {
      const verdict = settle(certificate);
      if (verdict !== 'ok' && !RETRYABLE.includes(verdict)) throw new Error(`refused: ${verdict}`);
      return verdict !== 'ok';
    });
    if (waiting.length === left.length) throw new Error(`${left.length} certificates never settle`);
    left = waiting;
  }
}
