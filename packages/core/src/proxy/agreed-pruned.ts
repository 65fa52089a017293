import type { PrunedCertificate, TransactionId } from '@quorate/protocol';

/**
 * Lists, of what validators say they have pruned, what as many say as are needed, so that a correct one
 * does; ascending by nonce, each as the first said it. When it settled and as which copy differs.
 */
export function agreedPruned(
  said: readonly (readonly PrunedCertificate[])[],
  needed: number,
): readonly PrunedCertificate[] {
  const counts = new Map<TransactionId, number>();
  const agreed: PrunedCertificate[] = [];
  for (const list of said) {
    const own = new Map(list.map((each) => [each.transactionId, each]));
    for (const [id, pruned] of own) {
      const count = (counts.get(id) ?? 0) + 1;
      counts.set(id, count);
      if (count === needed) agreed.push(pruned);
    }
  }
  return agreed.toSorted((a, b) => (a.nonce < b.nonce ? -1 : a.nonce > b.nonce ? 1 : 0));
}
