import { createHash } from 'node:crypto';

/**
 * Computes SHA-256 over lines that are written piece by piece.
 *
 * The pieces are written as bytes at once, because joining text and converting it in native code
 * costs several times as much. A run writes more lines than anything else.
 */
export interface LineHash {
  /** Writes bytes. */
  bytes(piece: Uint8Array): void;
  /** Writes text as a JSON string; `null` for undefined. */
  quoted(text: string | undefined): void;
  /** Writes an integer from 0 to 2^53 - 1 in decimal digits. */
  digits(value: number): void;
  /** Gives the hash of everything written so far; more may follow. Shape: 64 hex digits. */
  digest(): string;
}

/** A call into native code costs more than hashing a line, so lines are passed on in batches. */
const BATCH_BYTES = 32_768;

const ZERO = 48;
const QUOTE = 34;
const BACKSLASH = 92;
const FIRST_PRINTABLE = 32;
const LAST_PRINTABLE = 126;

const NULL = Buffer.from('null');

/** The most digits of a number. */
const DIGITS_MAX = 16;

/** Creates the hash of an empty text. */
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

  /**
   * Writes text that JSON leaves unchanged, and tells whether it was such text; otherwise writes
   * nothing.
   */
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
