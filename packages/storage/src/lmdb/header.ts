import { CHECKSUM_LENGTH, isIntact, sealRow } from './row.ts';

/** Where a database keeps what it says of itself: past every key of the port. */
export const HEADER_KEY = '\x7fquorate';

/** The format that this version reads and writes. */
export const FORMAT = 2;

/** What a database says of itself. */
export interface Header {
  readonly format: number;
  /** Whose it is; undefined where nobody has said so. */
  readonly owner?: string | undefined;
}

/** Writes the row of a header; every version can read it. */
export function encodeHeader(header: Header): Buffer {
  return sealRow(HEADER_KEY, Buffer.from(JSON.stringify(header)));
}

/** Reads the row of a header; undefined where it has rotted. */
export function decodeHeader(row: Buffer): Header | undefined {
  if (!isIntact(HEADER_KEY, row)) return undefined;
  return JSON.parse(row.toString('utf8', CHECKSUM_LENGTH)) as Header;
}
