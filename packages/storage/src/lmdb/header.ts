import { CHECKSUM_LENGTH, isIntact, sealRow } from './row.ts';

/** The key of the header, beyond every key that a store allows. */
export const HEADER_KEY = '\x7fquorate';

/** The format that this version reads and writes. */
export const FORMAT = 2;

/** What a database records about itself. */
export interface Header {
  readonly format: number;
  /** The owner; undefined when nobody was named. */
  readonly owner?: string | undefined;
}

/** Encodes a header as a row that every version can read. */
export function encodeHeader(header: Header): Buffer {
  return sealRow(HEADER_KEY, Buffer.from(JSON.stringify(header)));
}

/** Decodes the row of a header; undefined when it is damaged. */
export function decodeHeader(row: Buffer): Header | undefined {
  if (!isIntact(HEADER_KEY, row)) return undefined;
  return JSON.parse(row.toString('utf8', CHECKSUM_LENGTH)) as Header;
}
