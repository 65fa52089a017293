import {
  DecodeError,
  decodeSignature,
  decodeTransaction,
  hexToBytes,
  type TransactionEnvelope,
} from '@quorate/protocol';
import { createTurns, type Turns } from './turns.ts';

/** A signed transaction on its way: the bytes, as they are sent. */
export interface Outgoing {
  /** Decimal. */
  readonly nonce: string;
  /** BCS of the transaction, in hex digits. */
  readonly transaction: string;
  /** BCS of the sender's signature, in hex digits. */
  readonly signature: string;
}

/**
 * Keeps what a wallet has signed and does not know to be settled: at most one transaction.
 *
 * A wallet that forgets it may sign another transaction for the same nonce, and two for one nonce
 * lock an account for good (rule P5). So `save` has to be durable when it resolves.
 */
export interface Outbox {
  load(): Promise<Outgoing | undefined>;
  save(outgoing: Outgoing): Promise<void>;
  clear(): Promise<void>;
  /**
   * Runs something while nobody else does so with this outbox, be it another wallet, tab, thread or process:
   * two that find it empty at once would sign two transactions for one nonce.
   */
  readonly exclusively: Turns;
}

/** Creates an outbox that lives as long as the process: for tests, and for keys worth nothing. */
export function memoryOutbox(): Outbox {
  let kept: Outgoing | undefined;
  return {
    load: () => Promise.resolve(kept),
    save(outgoing) {
      kept = outgoing;
      return Promise.resolve();
    },
    clear() {
      kept = undefined;
      return Promise.resolve();
    },
    exclusively: createTurns(),
  };
}

/** What browsers offer as `localStorage`. */
export interface WebStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/** What browsers offer as `navigator.locks`, as far as it is needed. */
export interface WebLocks {
  request<T>(name: string, act: () => Promise<T>): Promise<T>;
}

/**
 * Creates an outbox in a browser's storage; `key` tells accounts apart.
 *
 * Without `locks`, those of the browser by default, nothing keeps two tabs apart.
 */
export function webStorageOutbox(storage: WebStorage, key: string, locks = webLocks()): Outbox {
  return {
    async load() {
      const text = storage.getItem(key);
      return text === null ? undefined : readOutgoing(text, key);
    },
    save: async (outgoing) => storage.setItem(key, JSON.stringify(outgoing)),
    clear: async () => storage.removeItem(key),
    exclusively: locks === undefined ? createTurns() : (act) => locks.request(key, act),
  };
}

function webLocks(): WebLocks | undefined {
  const { navigator } = globalThis as { readonly navigator?: { readonly locks?: WebLocks } };
  return navigator?.locks;
}

/**
 * Reads what an outbox kept; `place` is where.
 *
 * @throws DecodeError for anything else: a wallet must not take it for an empty outbox
 */
export function readOutgoing(text: string, place: string): Outgoing {
  try {
    const { nonce, transaction, signature } = JSON.parse(text) as Outgoing;
    envelopeOf({ transaction, signature });
    return { nonce: String(BigInt(nonce)), transaction, signature };
  } catch (cause) {
    const expected = 'a signed transaction, as a wallet keeps one that is on its way';
    throw new DecodeError('UnexpectedType', place, expected, { cause });
  }
}

/** Gives the transaction that an outbox holds. @throws DecodeError */
export function envelopeOf({
  transaction,
  signature,
}: Pick<Outgoing, 'transaction' | 'signature'>): TransactionEnvelope {
  return {
    transaction: decodeTransaction(hexToBytes(transaction)),
    signature: decodeSignature(hexToBytes(signature)),
  };
}
