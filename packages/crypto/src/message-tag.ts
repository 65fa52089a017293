import type { Address } from '@quorate/protocol';
import { RecentMap } from './recent-map.ts';

const HIGH_FACTOR = 0xcc9e2d51;
const LOW_FACTOR = 0x1b873593;

/** 64 bits, as two signed halves of 32 bits. */
export interface Tag {
  readonly high: number;
  readonly low: number;
}

/** The hash of each key in use, with which every tag begins. */
const keys = new RecentMap<Address, Tag>(4_096);

/**
 * Hashes a key and a message to 64 bits. This is not cryptography.
 *
 * Every step is a bijection of the running value for a given word, so two messages that differ in
 * one word never share either half. But collisions are easy to find for anyone who chooses
 * messages.
 */
export function messageTag(address: Address, message: Uint8Array): Tag {
  const { length } = message;
  const key = keyTag(address);
  let high = absorb(key.high, length, HIGH_FACTOR);
  let low = key.low;
  for (let at = 0; at < length; at += 4) {
    const word = at + 4 <= length ? wholeWordAt(message, at) : wordAt(message, at);
    high = absorb(high, word, HIGH_FACTOR);
    low = absorb(low, word, LOW_FACTOR);
  }
  return { high: avalanche(high), low: avalanche(low) };
}

/** Writes a tag as 16 hex digits. */
export function formatTag({ high, low }: Tag): string {
  return hex(high) + hex(low);
}

/** Tells whether a text ends with a tag in the form of `formatTag`. */
export function endsWithTag(text: string, { high, low }: Tag): boolean {
  return (
    readHex(text, text.length - 2 * HALF_DIGITS) === high &&
    readHex(text, text.length - HALF_DIGITS) === low
  );
}

const HALF_DIGITS = 8;

function wholeWordAt(bytes: Uint8Array, at: number): number {
  const lower = (bytes[at] as number) | ((bytes[at + 1] as number) << 8);
  return lower | ((bytes[at + 2] as number) << 16) | ((bytes[at + 3] as number) << 24);
}

// Bytes past the end count as zeros. The length is part of the tag, so this is unambiguous.
function wordAt(bytes: Uint8Array, at: number): number {
  const lower = (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8);
  return lower | ((bytes[at + 2] ?? 0) << 16) | ((bytes[at + 3] ?? 0) << 24);
}

function keyTag(address: Address): Tag {
  const known = keys.get(address);
  if (known !== undefined) return known;
  let high = 0x9e3779b9;
  let low = 0x85ebca6b;
  for (let index = 0; index < address.length; index += 1) {
    const code = address.charCodeAt(index);
    high = absorb(high, code, HIGH_FACTOR);
    low = absorb(low, code, LOW_FACTOR);
  }
  const tag = { high, low };
  keys.set(address, tag);
  return tag;
}

function absorb(state: number, word: number, factor: number): number {
  return Math.imul(((state << 13) | (state >>> 19)) ^ word, factor);
}

/** The finaliser of MurmurHash3: every bit of the result depends on every bit of the state. */
function avalanche(state: number): number {
  let mixed = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}

function hex(half: number): string {
  return (half >>> 0).toString(16).padStart(HALF_DIGITS, '0');
}

// Reads lowercase digits only, so that a tag has one form. Gives NaN for anything else.
function readHex(text: string, from: number): number {
  let value = 0;
  for (let index = from; index < from + HALF_DIGITS; index += 1) {
    const code = text.charCodeAt(index);
    const isLetter = code >= 97 && code <= 102;
    if (!isLetter && !(code >= 48 && code <= 57)) return Number.NaN;
    value = (value << 4) | (isLetter ? code - 87 : code - 48);
  }
  return value;
}
