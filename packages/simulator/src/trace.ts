import { createHash } from 'node:crypto';

/**
 * Records what one event was, in values that no machine, Node version or crypto mode changes.
 *
 * Signature bytes, wall time and session ids have no place here. `at` is in nanoseconds since the
 * Unix epoch. Source: design, "Determinism".
 */
export interface TraceRecord {
  readonly at: bigint;
  readonly from: string;
  readonly to: string;
  readonly kind: string;
  readonly transactionId?: string;
  readonly signers?: readonly string[];
  readonly verdict?: string;
  readonly stateDigest?: string;
}

/** Condenses the records of a run into one value: equal hashes mean equal runs. */
export interface TraceHash {
  /** Takes in one more record; order counts. */
  add(record: TraceRecord): void;

  /** Tells the hash of the records so far and may be followed by more. Shape: 64 hex digits. */
  digest(): string;

  /** Counts the records so far. */
  count(): number;
}

/** Crossing into native code costs more than hashing a line, so lines go over in batches. */
const BATCH_CHARACTERS = 32_768;

/**
 * Creates the hash of an empty trace.
 *
 * It is SHA-256 over one line per record: a JSON array of the fields in the order of `TraceRecord`,
 * `at` as a decimal string and an absent field as null, ended by a line feed. JSON escapes line
 * feeds and quotes, so no two lists of records share their lines.
 */
export function createTraceHash(): TraceHash {
  const hash = createHash('sha256');
  let batch = '';
  let count = 0;

  function flush(): void {
    hash.update(batch);
    batch = '';
  }

  return {
    add(record) {
      batch += toLine(record);
      count += 1;
      if (batch.length >= BATCH_CHARACTERS) flush();
    },
    digest() {
      flush();
      return hash.copy().digest('hex');
    },
    count: () => count,
  };
}

function toLine(record: TraceRecord): string {
  const { at, from, to, kind, transactionId, signers, verdict, stateDigest } = record;
  const fields = [String(at), from, to, kind, transactionId, signers, verdict, stateDigest];
  // JSON.stringify writes an absent element of an array as null.
  return `${JSON.stringify(fields)}\n`;
}
