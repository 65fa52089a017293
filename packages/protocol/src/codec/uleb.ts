import type { BcsReader } from '@mysten/bcs';
import { DecodeError } from '../decode-error.ts';

/** How many groups of seven bits the largest length and tag have, 2^32 - 1. */
const GROUPS = 5;
const MAX = 0xffff_ffff;

/**
 * Reads a ULEB128 number: a length or an enum tag.
 *
 * The reader of the BCS library accepts any number of bytes and adds them up as a bigint, so some
 * kilobytes of `0xff` block it for seconds. This one stops at the limit of BCS.
 *
 * @throws DecodeError `NotCanonical` for padding, `OutOfRange` above 2^32 - 1.
 */
export function readUleb(reader: BcsReader): number {
  let value = 0;
  for (let group = 0; group < GROUPS; group++) {
    const byte = reader.read8();
    value += (byte & 0x7f) * 2 ** (7 * group);
    if (byte >= 0x80) continue;
    if (byte === 0 && group > 0) throw new DecodeError('NotCanonical', 'uleb128', 'no padding');
    if (value > MAX) break;
    return value;
  }
  throw new DecodeError('OutOfRange', 'uleb128', 'at most 2^32 - 1');
}
