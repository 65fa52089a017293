import { DefaultSerializer, deserialize } from 'node:v8';
import { crc32 } from 'node:zlib';
import { writeValue } from './value-writer.ts';

/** The length in bytes of the checksum before each value. */
export const CHECKSUM_LENGTH = 4;

const NO_CHECKSUM = new Uint8Array(CHECKSUM_LENGTH);

/** Encodes a value as a row: the checksum of key and value, then the value. */
export function encodeRow(key: string, value: unknown): Buffer {
  const written = writeValue(value, CHECKSUM_LENGTH);
  if (written !== undefined) return sealed(key, written);
  const serializer = new DefaultSerializer();
  // Reserves room for the checksum first, so that the value need not be copied.
  serializer.writeRawBytes(NO_CHECKSUM);
  serializer.writeHeader();
  serializer.writeValue(value);
  return sealed(key, serializer.releaseBuffer());
}

/** Puts a checksum in front of bytes. */
export function sealRow(key: string, bytes: Uint8Array): Buffer {
  return sealed(key, Buffer.concat([NO_CHECKSUM, bytes]));
}

function sealed(key: string, row: Buffer): Buffer {
  row.writeUInt32LE(crc32(row.subarray(CHECKSUM_LENGTH), crc32(key)));
  return row;
}

/** Tells whether a row is what was written under its key. */
export function isIntact(key: string, row: Buffer): boolean {
  return (
    row.length > CHECKSUM_LENGTH &&
    row.readUInt32LE() === crc32(row.subarray(CHECKSUM_LENGTH), crc32(key))
  );
}

/** Gives the value of an intact row. */
export function decodeRow(row: Buffer): unknown {
  return deserialize(row.subarray(CHECKSUM_LENGTH));
}
