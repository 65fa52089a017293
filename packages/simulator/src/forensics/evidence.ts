import { type Message, type openEnvelope, type Result, readableFacts } from '@quorate/core';
import type {
  Address,
  NamedSignature,
  Signature,
  TransactionCertificate,
  TransactionFacts,
  TransactionId,
} from '@quorate/protocol';

/** What was seen of one transaction: its bytes, and which validators have allegedly signed it. */
export interface Testimony {
  readonly facts: TransactionFacts;
  /**
   * All signatures that were seen under each name, in the order in which they were seen; they are
   * not verified.
   */
  readonly claimed: ReadonlyMap<Address, ReadonlySet<Signature>>;
  /**
   * Whether a correct validator accepted a certificate for it, with or without a genuine quorum.
   */
  readonly isTaken: boolean;
}

/** Collects what the messages of a run prove. */
export interface Evidence {
  /** Takes note of a message that any node sent. */
  hear(message: Message): void;
  /** Takes note that a correct validator accepted a certificate. */
  taken(certificate: TransactionCertificate): void;
  /** Gives the facts derived from the bytes of a transaction, if it was seen. */
  factsOf(id: string): TransactionFacts | undefined;
  /** Lists every transaction that was seen, in the order in which they were seen. */
  testimonies(): readonly Testimony[];
}

interface Claims {
  readonly signatures: Map<Address, Set<Signature>>;
  isTaken: boolean;
}

/**
 * Creates an empty collection.
 *
 * @param isLeaked tells whether a key has leaked by now: signatures made with it prove nothing any
 * more
 */
export function createEvidence(isLeaked: (key: Address) => boolean): Evidence {
  const facts = new Map<string, TransactionFacts>();
  const claims = new Map<string, Claims>();

  function see(envelope: Parameters<typeof openEnvelope>[0]): TransactionId | undefined {
    // Bytes that do not decode to a transaction prove nothing about one.
    const found = readableFacts(envelope);
    if (found !== undefined && !facts.has(found.id)) facts.set(found.id, found);
    return found?.id;
  }

  function claimsOn(id: TransactionId): Claims {
    const known = claims.get(id) ?? { signatures: new Map(), isTaken: false };
    claims.set(id, known);
    return known;
  }

  function sign(id: TransactionId, [name, signature]: NamedSignature): void {
    if (isLeaked(name)) return;
    const { signatures } = claimsOn(id);
    signatures.set(name, (signatures.get(name) ?? new Set()).add(signature));
  }

  function certify({ envelope, signatures }: TransactionCertificate): void {
    const id = see(envelope);
    if (id === undefined) return;
    for (const signature of signatures) sign(id, signature);
  }

  function answer(result: Result): void {
    if (result.type === 'Signed') sign(result.transactionId, [result.validator, result.signature]);
    if (result.type === 'AccountInfo') pending(result.pending);
    for (const certificate of certificatesIn(result)) certify(certificate);
  }

  function pending(held: Extract<Result, { readonly type: 'AccountInfo' }>['pending']): void {
    if (held?.kind !== 'pending' || held.signature === undefined) return;
    const id = see(held.envelope);
    if (id !== undefined) sign(id, [held.validator, held.signature]);
  }

  return {
    hear(message) {
      if ('envelope' in message) {
        see(message.envelope);
        for (const certificate of witnessesIn(message)) certify(certificate);
      }
      if ('certificate' in message) certify(message.certificate);
      if (message.type === 'Response') answer(message.result);
    },
    taken({ envelope }) {
      const id = see(envelope);
      if (id !== undefined) claimsOn(id).isTaken = true;
    },
    factsOf: (id) => facts.get(id),
    testimonies: () =>
      [...facts].map(([id, known]) => {
        const claimed = claims.get(id);
        return {
          facts: known,
          claimed: claimed?.signatures ?? new Map(),
          isTaken: claimed?.isTaken ?? false,
        };
      }),
  };
}

function witnessesIn(
  message: Extract<Message, { readonly envelope: unknown }>,
): readonly TransactionCertificate[] {
  return ('witnessCertificates' in message ? message.witnessCertificates : undefined) ?? [];
}

function certificatesIn(result: Result): readonly TransactionCertificate[] {
  switch (result.type) {
    case 'Success':
      return [result.certificate];
    case 'Certificates':
      return result.certificates;
    default:
      return [];
  }
}
