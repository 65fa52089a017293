/** The first bytes of every value: the version of the `node:v8` format written here. */
const VERSION = [0xff, 0x0f] as const;

const UNDEFINED = 0x5f;
const NULL = 0x30;
const TRUE = 0x54;
const FALSE = 0x46;
const INTEGER = 0x49;
const DOUBLE = 0x4e;
const BIGINT = 0x5a;
const STRING = 0x22;
const OBJECT = 0x6f;
const OBJECT_END = 0x7b;
const ARRAY = 0x41;
const ARRAY_END = 0x24;

const WORD = 64n;
const WORD_MAX = (1n << WORD) - 1n;
/** The longest part other than text: a mark, a length, and a few words. */
const ROOM = 64;
/** Keys that V8 stores as numbers and writes as such. */
const INDEX = /^(?:0|[1-9]\d*)$/;

/** The smallest size in bytes of an object whose encoding is remembered. */
const SHARED_MIN = 256;

/** Thrown for a value that this writer cannot write. */
class Unwritable extends Error {}

let bytes: Buffer = Buffer.alloc(16_384);
let at = 0;

/**
 * The encodings of frozen objects, as Latin-1 text. A certificate from a message is the same object
 * in the rows of all nodes of a process.
 */
const remembered = new WeakMap<object, string>();
let isWithinShared = false;

/**
 * Writes plain data as `serialize` of `node:v8` does, after `room` empty bytes. Nearly all rows are
 * a few short fields, for which setting up V8's serializer costs several times as much as writing
 * them. Undefined for anything but plain data, and for text beyond Latin-1.
 */
export function writeValue(value: unknown, room: number): Buffer | undefined {
  at = room;
  isWithinShared = false;
  try {
    for (const byte of VERSION) bytes[at++] = byte;
    write(value);
  } catch (failure) {
    if (failure instanceof Unwritable) return undefined;
    throw failure;
  }
  const written = Buffer.allocUnsafe(at);
  bytes.copy(written, 0, 0, at);
  return written;
}

function write(value: unknown): void {
  reserve(ROOM);
  switch (typeof value) {
    case 'undefined':
      bytes[at++] = UNDEFINED;
      return;
    case 'boolean':
      bytes[at++] = value ? TRUE : FALSE;
      return;
    case 'string':
      writeText(value);
      return;
    case 'number':
      writeNumber(value);
      return;
    case 'bigint':
      writeBigint(value);
      return;
    case 'object':
      writeObject(value);
      return;
    default:
      throw new Unwritable();
  }
}

function writeObject(value: object | null): void {
  if (value === null) {
    bytes[at++] = NULL;
    return;
  }
  if (Array.isArray(value)) {
    writeArray(value);
    return;
  }
  if (Object.getPrototypeOf(value) !== Object.prototype) throw new Unwritable();
  if (Object.isFrozen(value)) writeShared(value);
  else writeFields(value);
}

function writeShared(value: object): void {
  const known = remembered.get(value);
  if (known !== undefined) {
    reserve(known.length + ROOM);
    at += bytes.write(known, at, 'latin1');
    return;
  }
  if (isWithinShared) {
    writeFields(value);
    return;
  }
  const from = at;
  isWithinShared = true;
  writeFields(value);
  isWithinShared = false;
  if (at - from >= SHARED_MIN) remembered.set(value, bytes.toString('latin1', from, at));
}

function writeFields(value: object): void {
  bytes[at++] = OBJECT;
  let count = 0;
  for (const key of Object.keys(value)) {
    if (INDEX.test(key)) throw new Unwritable();
    reserve(ROOM);
    writeText(key);
    write(value[key as keyof typeof value]);
    count += 1;
  }
  reserve(ROOM);
  bytes[at++] = OBJECT_END;
  writeLength(count);
}

function writeArray(items: readonly unknown[]): void {
  bytes[at++] = ARRAY;
  writeLength(items.length);
  // By index, so that a hole is noticed.
  for (let index = 0; index < items.length; index += 1) {
    if (!(index in items)) throw new Unwritable();
    write(items[index]);
  }
  reserve(ROOM);
  bytes[at++] = ARRAY_END;
  writeLength(0);
  writeLength(items.length);
}

function writeText(text: string): void {
  const { length } = text;
  bytes[at++] = STRING;
  writeLength(length);
  reserve(length + ROOM);
  for (let index = 0; index < length; index += 1) {
    const code = text.charCodeAt(index);
    if (code > 0xff) throw new Unwritable();
    bytes[at++] = code;
  }
}

function writeNumber(value: number): void {
  if (Object.is(value | 0, value)) {
    bytes[at++] = INTEGER;
    // Zigzag encoding: small numbers of either sign are short.
    writeLength(((value << 1) ^ (value >> 31)) >>> 0);
    return;
  }
  bytes[at++] = DOUBLE;
  bytes.writeDoubleLE(value, at);
  at += 8;
}

function writeBigint(value: bigint): void {
  let rest = value < 0n ? -value : value;
  let words = 0;
  for (let left = rest; left > 0n; left >>= WORD) words += 1;
  bytes[at++] = BIGINT;
  writeLength(words * 8 * 2 + (value < 0n ? 1 : 0));
  reserve(words * 8 + ROOM);
  for (; rest > 0n; rest >>= WORD) {
    bytes.writeBigUInt64LE(rest & WORD_MAX, at);
    at += 8;
  }
}

/** Writes a number of up to 32 bits, seven bits per byte, lowest bits first. */
function writeLength(length: number): void {
  let rest = length;
  while (rest > 0x7f) {
    bytes[at++] = (rest & 0x7f) | 0x80;
    rest >>>= 7;
  }
  bytes[at++] = rest;
}

function reserve(length: number): void {
  if (at + length <= bytes.length) return;
  const larger = Buffer.alloc(2 * (at + length));
  bytes.copy(larger, 0, 0, at);
  bytes = larger;
}
