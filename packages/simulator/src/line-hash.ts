import { createHash } from 'node:crypto';

/**
 * Takes SHA-256 of lines that are written piece by piece.
 *
 * The pieces go into bytes at once: to join text, and to have native code take it apart again, costs
 * several times as much, and a run writes more lines than it does anything else.
 */
export interface LineHash {
  /** Writes bytes. */
  bytes(piece: Uint8Array): void;
  /** Writes text as JSON does, in quotes; `null` for undefined. */
  quoted(text: string | undefined): void;
  /** Writes the digits of an integer from 0 to 2^53 - 1. */
  digits(value: number): void;
  /** Tells the hash of what was written so far and may be followed by more. Shape: 64 hex digits. */
  digest(): string;
}

/** Crossing into native code costs more than hashing a line, so lines go over in batches. */
const BATCH_BYTES = 32_768;

const ZERO = 48;
const QUOTE = 34;
const BACKSLASH = 92;
const FIRST_PRINTABLE = 32;
const LAST_PRINTABLE = 126;

const NULL = Buffer.from('null');

/** No number has more digits. */
const DIGITS_MAX = 16;

/** Creates the hash of nothing. */
export function createLineHash(): LineHash {
  const hash = createHash('sha256');
  const batch = new Uint8Array(BATCH_BYTES);
  let length = 0;

  function flush(): void {
    hash.update(batch.subarray(0, length));
    length = 0;
  }

  function makeRoom(bytes: number): void {
    if (length + bytes > BATCH_BYTES) flush();
  }

  function writeBytes(piece: Uint8Array): void {
    makeRoom(piece.length);
    if (piece.length > BATCH_BYTES) {
      hash.update(piece);
      return;
    }
    for (let index = 0; index < piece.length; index += 1) {
      batch[length + index] = piece[index] as number;
    }
    length += piece.length;
  }

  /** Says whether the text is one that JSON writes as it is; where it is not, nothing is written. */
  function wrotePlain(text: string): boolean {
    const end = length + 1 + text.length;
    for (let index = 0; index < text.length; index += 1) {
      const code = text.charCodeAt(index);
      if (code < FIRST_PRINTABLE || code > LAST_PRINTABLE) return false;
      if (code === QUOTE || code === BACKSLASH) return false;
      batch[length + 1 + index] = code;
    }
    batch[length] = QUOTE;
    batch[end] = QUOTE;
    length = end + 1;
    return true;
  }

  return {
    bytes: writeBytes,
    quoted(text) {
      if (text === undefined) {
        writeBytes(NULL);
        return;
      }
      makeRoom(text.length + 2);
      const isLong = text.length + 2 > BATCH_BYTES;
      if (isLong || !wrotePlain(text)) writeBytes(Buffer.from(JSON.stringify(text)));
    },
    digits(value) {
      makeRoom(DIGITS_MAX);
      let count = 1;
      for (let power = 10; power <= value; power *= 10) count += 1;
      let rest = value;
      for (let at = length + count - 1; at >= length; at -= 1) {
        const tenth = Math.floor(rest / 10);
        batch[at] = ZERO + (rest - 10 * tenth);
        rest = tenth;
      }
      length += count;
    },
    digest() {
      flush();
      return hash.copy().digest('hex');
    },
  };
}
