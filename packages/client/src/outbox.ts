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
  };
}

/** What browsers offer as `localStorage`. */
export interface WebStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/** Creates an outbox in a browser's storage; `key` tells accounts apart. */
export function webStorageOutbox(storage: WebStorage, key: string): Outbox {
  return {
    load() {
      const text = storage.getItem(key);
      return Promise.resolve(text === null ? undefined : readOutgoing(text));
    },
    save: (outgoing) => Promise.resolve(storage.setItem(key, JSON.stringify(outgoing))),
    clear: () => Promise.resolve(storage.removeItem(key)),
  };
}

/**
 * Reads what an outbox kept.
 *
 * @throws TypeError for anything else: a wallet must not take it for an empty outbox
 */
export function readOutgoing(text: string): Outgoing {
  const kept: unknown = JSON.parse(text);
  const { nonce, transaction, signature } = (kept ?? {}) as Partial<Record<string, unknown>>;
  if (
    typeof nonce === 'string' &&
    typeof transaction === 'string' &&
    typeof signature === 'string'
  ) {
    return { nonce, transaction, signature };
  }
  throw new TypeError('an outbox holds something else than a signed transaction');
}
