import type { PrunedCertificate } from '@quorate/protocol';

/**
 * Lists the certificates that at least `needed` validators (f + 1) report as pruned, so that a
 * correct one does; ascending by nonce.
 *
 * The time of settlement and the hash differ between validators. They are copied from the first
 * report and are nobody else's word.
 */
export function agreedPruned(
  said: readonly (readonly PrunedCertificate[])[],
  needed: number,
): readonly PrunedCertificate[] {
  const counts = new Map<string, number>();
  const first = new Map<string, PrunedCertificate>();
  const agreed: PrunedCertificate[] = [];
  for (const list of said) {
    const own = new Map(list.map((each) => [placeOf(each), each]));
    for (const [place, pruned] of own) {
      const told = first.get(place) ?? pruned;
      first.set(place, told);
      const count = (counts.get(place) ?? 0) + 1;
      counts.set(place, count);
      if (count === needed) agreed.push(told);
    }
  }
  return agreed.toSorted((a, b) => (a.nonce < b.nonce ? -1 : a.nonce > b.nonce ? 1 : 0));
}

function placeOf({ transactionId, sender, nonce }: PrunedCertificate): string {
  return `${transactionId}/${sender}/${nonce}`;
}
