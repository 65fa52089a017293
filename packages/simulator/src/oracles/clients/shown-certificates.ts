import { type Certificates, type GetCertificates, readableFacts } from '@quorate/core';
import type { TransactionCertificate, TransactionId } from '@quorate/protocol';

/** The certificates that a proxy tells, and those that validators have shown it. */
interface Told {
  readonly query: GetCertificates;
  readonly told: readonly TransactionCertificate[];
  readonly said: readonly Certificates[];
  /** The certificates it must accept: those shown that were asked for and prove themselves. */
  readonly genuine: readonly Certificates[];
}

/**
 * Says what is wrong with the certificates that are told; undefined when nothing is (rule P7). They
 * must be exactly those that validators have shown, each with every signature shown.
 */
export function shownFault({ query: { select }, told, said, genuine }: Told): string | undefined {
  const shown = shownIn(said);
  const given = shownIn([{ type: 'Certificates', certificates: told }]);
  for (const [id, { signatures }] of given) {
    const known = shown.get(id);
    if (known === undefined) return 'a certificate that no validator has shown it';
    if (!isSubset(signatures, known.signatures))
      return 'a signature that no validator has shown it';
  }
  const isFull = select.by === 'Sender' && told.length === select.limit;
  const greatest = [...given.values()].reduce((n, { nonce }) => (nonce > n ? nonce : n), 0n);
  for (const [id, { nonce, signatures }] of shownIn(genuine)) {
    const own = given.get(id);
    if (own !== undefined && !isSubset(signatures, own.signatures)) {
      return 'a certificate without a signature that a validator has shown it';
    }
    const isBeyond = isFull && nonce > greatest;
    if (own === undefined && !isBeyond) {
      return 'nothing of a certificate that a validator has shown it';
    }
  }
  return undefined;
}

interface Shown {
  readonly nonce: bigint;
  readonly signatures: Set<string>;
}

// Bytes that decode to no transaction show nothing.
function shownIn(said: readonly Certificates[]): ReadonlyMap<TransactionId, Shown> {
  const all = new Map<TransactionId, Shown>();
  for (const { envelope, signatures } of said.flatMap(({ certificates }) => certificates)) {
    const facts = readableFacts(envelope);
    if (facts === undefined) continue;
    const { nonce } = facts.transaction;
    const known = all.get(facts.id) ?? { nonce, signatures: new Set() };
    for (const each of signatures) known.signatures.add(String(each));
    all.set(facts.id, known);
  }
  return all;
}

function isSubset(part: ReadonlySet<string>, whole: ReadonlySet<string>): boolean {
  return [...part].every((each) => whole.has(each));
}
