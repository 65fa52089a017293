import type { Address, TransactionCertificate, TransactionId } from '@quorate/protocol';
import { factsOf } from '@quorate/protocol';

/** Everything that the devnet has told somebody, and has to stand by. */
export interface Book {
  /** A validator has signed this transaction. */
  signed(validator: Address, at: Position, id: TransactionId): void;
  /** A quorum has signed, and somebody was told that the transaction has settled. */
  acknowledged(certificate: TransactionCertificate): void;
  /** Somebody was told, by its id alone, that a transaction has settled. */
  acknowledgedId(id: TransactionId): void;
  /** Notes who signed, as a certificate shows it, whoever holds it. */
  seen(certificate: TransactionCertificate): void;
  /** Notes what a validator, by what it left on its disk, has signed. */
  locked(validator: Address, at: Position, id: TransactionId): void;
  acknowledgements(): ReadonlySet<TransactionId>;
  /** Counts the different signatures. */
  signatures(): number;
  /** Lists pairs of transactions that one validator signed for one nonce. */
  doubleSignatures(): readonly string[];
  /** Resolves once this many more things were told. */
  more(count: number): Promise<void>;
}

/** A place in the history of an account. */
export interface Position {
  readonly sender: Address;
  readonly nonce: bigint;
}

/** Opens an empty book. */
export function openBook(): Book {
  const acknowledged = new Set<TransactionId>();
  const signatures = new Map<string, TransactionId>();
  const doubles: string[] = [];
  let waiting: { left: number; readonly resolve: () => void }[] = [];

  function told(): void {
    for (const wait of waiting) wait.left -= 1;
    for (const { left, resolve } of waiting) if (left <= 0) resolve();
    waiting = waiting.filter(({ left }) => left > 0);
  }

  function note(validator: Address, { sender, nonce }: Position, id: TransactionId): void {
    const place = `${validator} at ${sender}/${nonce}`;
    const before = signatures.get(place);
    if (before !== undefined && before !== id) doubles.push(`${place}: ${before} and ${id}`);
    signatures.set(place, id);
  }

  function seen({ envelope, signatures: given }: TransactionCertificate): void {
    const { id, transaction } = factsOf(envelope.transaction);
    for (const [validator] of given) note(validator, transaction, id);
  }

  return {
    seen,
    locked: note,
    signed(validator, at, id) {
      note(validator, at, id);
      told();
    },
    acknowledged(certificate) {
      seen(certificate);
      acknowledged.add(factsOf(certificate.envelope.transaction).id);
      told();
    },
    acknowledgedId(id) {
      acknowledged.add(id);
      told();
    },
    acknowledgements: () => acknowledged,
    signatures: () => signatures.size,
    doubleSignatures: () => doubles,
    more: (count) => new Promise((resolve) => void waiting.push({ left: count, resolve })),
  };
}
