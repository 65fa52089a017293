import { createLineHash, type LineHash } from './line-hash.ts';

/**
 * What one event was, in values that do not depend on the machine, the Node.js version or the
 * crypto mode.
 *
 * So it has no signature bytes, real times or session ids. `at` is in nanoseconds since the Unix
 * epoch. Source: design, "Determinism".
 */
export interface TraceRecord {
  readonly at: bigint;
  /** The sender of the message; empty for a timer, a load or a fault. */
  readonly from: string;
  /** The receiver of the message, or the node that the timer or fault concerns. */
  readonly to: string;
  readonly kind: string;
  readonly transactionId?: string;
  /** The names of the signers of the certificate that the message carries. */
  readonly signers?: readonly string[];
  /** What the node answered: rejection codes, or kinds of answers. */
  readonly verdict?: string;
  /** The digest of a validator's ledger after the step, in hexadecimal digits. */
  readonly stateDigest?: string;
}

/** Hashes the records of a run: equal hashes mean equal runs. */
export interface TraceHash {
  /** Adds a record; the order counts. */
  add(record: TraceRecord): void;

  /** Gives the hash of the records so far; more may follow. Shape: 64 hex digits. */
  digest(): string;

  /** Gives the number of records so far. */
  count(): number;
}

const OPENING = Buffer.from('["');
const AFTER_TIME = Buffer.from('",');
const COMMA = Buffer.from(',');
const OPENING_LIST = Buffer.from('[');
const END_OF_LIST = Buffer.from(']');
const ENDING = Buffer.from(']\n');

/**
 * Creates the hash of an empty trace.
 *
 * It is SHA-256 over one line per record: a JSON array of the fields in the order of `TraceRecord`,
 * with `at` as a decimal string and an absent field as null, followed by a line feed. JSON escapes
 * line feeds and quotes, so different lists of records give different lines.
 */
export function createTraceHash(): TraceHash {
  const lines = createLineHash();
  let count = 0;
  // Remembered, because several steps happen at the same time.
  let latest: { readonly at: bigint; readonly digits: Uint8Array } | undefined;

  function digitsOf(at: bigint): Uint8Array {
    if (latest?.at !== at) latest = { at, digits: Buffer.from(String(at)) };
    return latest.digits;
  }

  return {
    add(record) {
      writeLine(lines, record, digitsOf(record.at));
      count += 1;
    },
    digest: lines.digest,
    count: () => count,
  };
}

function writeLine(lines: LineHash, record: TraceRecord, at: Uint8Array): void {
  lines.bytes(OPENING);
  lines.bytes(at);
  lines.bytes(AFTER_TIME);
  lines.quoted(record.from);
  lines.bytes(COMMA);
  lines.quoted(record.to);
  lines.bytes(COMMA);
  lines.quoted(record.kind);
  lines.bytes(COMMA);
  lines.quoted(record.transactionId);
  lines.bytes(COMMA);
  writeList(lines, record.signers);
  lines.bytes(COMMA);
  lines.quoted(record.verdict);
  lines.bytes(COMMA);
  lines.quoted(record.stateDigest);
  lines.bytes(ENDING);
}

function writeList(lines: LineHash, texts: readonly string[] | undefined): void {
  if (texts === undefined) {
    lines.quoted(undefined);
    return;
  }
  lines.bytes(OPENING_LIST);
  for (let index = 0; index < texts.length; index += 1) {
    if (index > 0) lines.bytes(COMMA);
    lines.quoted(texts[index]);
  }
  lines.bytes(END_OF_LIST);
}
