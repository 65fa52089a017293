import type { Address, TransactionCertificate, TransactionId } from '@quorate/protocol';
import { factsOf } from '@quorate/protocol';

/** Everything that the devnet ever told somebody, and stands by. */
export interface Book {
  /** A validator has signed this transaction. */
  signed(validator: Address, at: Position, id: TransactionId): void;
  /** A quorum has signed, and somebody was told that it is settled. */
  acknowledged(certificate: TransactionCertificate): void;
  /** Somebody was told of a transaction by its id alone that it is settled. */
  acknowledgedId(id: TransactionId): void;
  /** What a certificate shows of who signed, whoever holds it. */
  seen(certificate: TransactionCertificate): void;
  /** What a validator left on the disk that it has signed. */
  locked(validator: Address, at: Position, id: TransactionId): void;
  acknowledgements(): ReadonlySet<TransactionId>;
  /** Counts the different signatures. */
  signatures(): number;
  /** Every two transactions that one validator signed for one nonce. */
  doubleSignatures(): readonly string[];
  /** Resolves once so many more things were told. */
  more(count: number): Promise<void>;
}

/** A place in the history of an account. */
export interface Position {
  readonly sender: Address;
  readonly nonce: bigint;
}

/** Opens a book in which nothing stands. */
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
