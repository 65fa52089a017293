import { CHECKSUM_LENGTH, isIntact, sealRow } from './row.ts';

/** Where a database keeps what it says of itself: past every key of the port. */
export const HEADER_KEY = '\x7fquorate';

/** The format that this version reads and writes. */
export const FORMAT = 2;

/** Writes the row that names a format; every version can read it. */
export function encodeHeader(format: number): Buffer {
  return sealRow(HEADER_KEY, Buffer.from(JSON.stringify({ format })));
}

/** Reads which format a row names; undefined where it has rotted. */
export function decodeHeader(row: Buffer): number | undefined {
  if (!isIntact(HEADER_KEY, row)) return undefined;
  return (JSON.parse(row.toString('utf8', CHECKSUM_LENGTH)) as { readonly format: number }).format;
}
