import { type Address, DecodeError, LIMITS, parseAddress } from '@quorate/protocol';
import { invalidRequest } from './rest-failure.ts';

/**
 * Reads a parameter that may occur only once in a query: of two values one would be lost.
 *
 * @throws DecodeError naming the field
 */
export function readOnce(values: readonly string[] | undefined, field: string): string | undefined {
  if (values === undefined || values.length < 2) return values?.[0];
  throw new DecodeError('UnexpectedType', field, `once in the query, got ${values.length} of it`);
}

const HEX_ID = /^(?:0x)?([0-9a-fA-F]{64})$/;

/**
 * Reads a text as an id of 32 bytes: 64 hex digits of either case, with or without `0x`; undefined
 * if it is none.
 */
export function idIn<Id extends string>(text: string): Id | undefined {
  return HEX_ID.exec(text)?.[1]?.toLowerCase() as Id | undefined;
}

/**
 * Reads an id of 32 bytes, as `idIn` finds it.
 *
 * @throws RestFailure naming the field
 */
export function readId<Id extends string>(text: string, field: string): Id {
  const id = idIn<Id>(text);
  if (id !== undefined) return id;
  throw invalidRequest(`${field}: expected 64 hex digits`);
}

/**
 * Reads an address in any of its forms; in a URL the `+` of base64 may have become a space.
 *
 * @throws DecodeError naming the field
 */
export function readAddress(text: string, field: string): Address {
  return parseAddress(text.replaceAll(' ', '+'), field);
}

/**
 * Reads a filter: absent means none, empty means all, otherwise it is a list of ids separated by
 * commas.
 *
 * @throws RestFailure naming the field
 */
export function readFilter<Id extends string>(
  text: string | undefined,
  field: string,
): 'none' | 'all' | readonly Id[] {
  if (text === undefined) return 'none';
  return text === '' ? 'all' : readIds<Id>(text, field);
}

/**
 * Reads ids separated by commas.
 *
 * @throws RestFailure naming the field
 */
export function readIds<Id extends string>(text: string, field: string): readonly Id[] {
  const parts = text === '' ? [] : text.split(',');
  if (parts.length > LIMITS.filterIds) {
    throw invalidRequest(`${field}: expected at most ${LIMITS.filterIds} ids, got ${parts.length}`);
  }
  return parts.map((part) => readId<Id>(part.trim(), field));
}

/**
 * Reads a required whole number. `range` describes the accepted values, for callers that accept
 * fewer than this function.
 *
 * @throws RestFailure naming the field
 */
export function readInteger(
  text: string | undefined,
  field: string,
  max: bigint,
  range = `0 to ${max}`,
): bigint {
  const expected = `${field}: expected a whole number from ${range}`;
  if (text === undefined || !/^\d{1,20}$/.test(text)) throw invalidRequest(expected);
  const value = BigInt(text);
  if (value > max) throw invalidRequest(expected);
  return value;
}

/**
 * Reads a switch; absent means off.
 *
 * @throws RestFailure naming the field
 */
export function readSwitch(text: string | undefined, field: string): boolean {
  if (text === undefined || text === 'false') return false;
  if (text === 'true') return true;
  throw invalidRequest(`${field}: expected true or false`);
}
