import {
  DecodeError,
  decodeSignature,
  decodeTransaction,
  hexToBytes,
  type TransactionEnvelope,
} from '@quorate/protocol';
import { able, text as checkText } from '../values/check-shape.ts';
import { createTurns, type Turns } from './turns.ts';

/** A signed transaction that is being sent: the exact bytes. */
export interface Outgoing {
  /** In decimal digits. */
  readonly nonce: string;
  /** The BCS of the transaction, in hex digits. */
  readonly transaction: string;
  /** The BCS of the sender's signature, in hex digits. */
  readonly signature: string;
}

/**
 * Keeps the transaction that a wallet has signed and does not know to be settled: at most one.
 *
 * A wallet that forgot it could sign another transaction for the same nonce, and two for one nonce
 * lock an account for good (rule P5). So `save` must be durable when it resolves.
 */
export interface Outbox {
  load(): Promise<Outgoing | undefined>;
  save(outgoing: Outgoing): Promise<void>;
  clear(): Promise<void>;
  /**
   * Runs a function while nobody else does so with this outbox: no other wallet, tab, thread or
   * process. Two that both found it empty would sign two transactions for one nonce.
   */
  readonly exclusively: Turns;
}

/** Creates an outbox in memory: for tests, and for keys without value. */
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

/** The part of a browser's `localStorage` that is used. */
export interface WebStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/** The part of a browser's `navigator.locks` that is used. */
export interface WebLocks {
  request<T>(name: string, act: () => Promise<T>): Promise<T>;
}

const STORAGE = able('what localStorage is', 'getItem', 'setItem', 'removeItem');

/**
 * Creates an outbox in a browser's storage; `key` distinguishes accounts.
 *
 * `locks`, by default those of the browser, keep two tabs apart; without any, nothing does.
 *
 * @throws DecodeError for a storage or a key of the wrong type: all accounts would share the key
 * `undefined`
 */
export function webStorageOutbox(storage: WebStorage, key: string, locks = webLocks()): Outbox {
  STORAGE(storage, 'storage');
  checkText(key, 'key');
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

// happy-dom, in which pages are tested, has `null` there.
function webLocks(): WebLocks | undefined {
  const { navigator } = globalThis as { readonly navigator?: { readonly locks?: WebLocks | null } };
  return navigator?.locks ?? undefined;
}

/**
 * Reads the stored text of an outbox; `place` says where it was.
 *
 * @throws DecodeError for any other text: a wallet must not take it for an empty outbox
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

/**
 * Gives the transaction in an outbox.
 *
 * @throws DecodeError
 */
export function envelopeOf({
  transaction,
  signature,
}: Pick<Outgoing, 'transaction' | 'signature'>): TransactionEnvelope {
  return {
    transaction: decodeTransaction(hexToBytes(transaction)),
    signature: decodeSignature(hexToBytes(signature)),
  };
}
