import type { BcsReader } from '@mysten/bcs';
import { DecodeError } from './decode-error.ts';

/** How many groups of seven bits hold the largest length and the largest tag, 2^32 - 1. */
const GROUPS = 5;
const MAX = 0xffff_ffff;

/**
 * Reads a ULEB128 number: a length or an enum tag.
 *
 * The reader of the library takes any number of bytes and adds them up as one bigint, so that some
 * kilobytes of `0xff` hold it up for seconds; this one stops where BCS does.
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
