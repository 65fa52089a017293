import { BcsType, bcs } from '@mysten/bcs';
import { utf8 } from '@scure/base';
import { DecodeError } from '../decode-error.ts';
import { shown, unexpected } from '../json/json-shape.ts';
import { NETWORK_IDS, type NetworkId } from '../primitives.ts';
import type { Codec } from './codec.ts';
import { mapped } from './combinators.ts';
import { readUleb } from './uleb.ts';

/** Matches text whose characters equal its bytes in UTF-8. */
const ASCII = /^[ -~]*$/;

/**
 * Codec of UTF-8 text.
 *
 * A JSON string may hold half of a surrogate pair, which UTF-8 cannot express. Encoding would
 * replace it, so that the text read and the text signed would differ. It is refused in both
 * directions.
 */
export const TEXT: Codec<string> = {
  bcs: new BcsType<string>({
    name: 'string',
    read: (reader) => utf8.encode(reader.readBytes(readUleb(reader))),
    write: (value, writer) => {
      // Nearly all text is ASCII, for which this is faster than a call of the native encoder.
      if (ASCII.test(value)) {
        writer.writeULEB(value.length);
        for (let index = 0; index < value.length; index += 1)
          writer.write8(value.charCodeAt(index));
        return;
      }
      const bytes = utf8.decode(wellFormed(value, 'string'));
      writer.writeULEB(bytes.length);
      writer.writeBytes(bytes);
    },
  }),
  toJson: (value) => value,
  fromJson: (json, _dialect, path) => {
    if (typeof json !== 'string') throw unexpected(json, path, 'a string');
    return wellFormed(json, path);
  },
};

/** Codec of a network identifier: exactly one of {@link NETWORK_IDS}. */
export const NETWORK_ID: Codec<NetworkId> = {
  ...mapped<string, NetworkId>(TEXT, {
    to: (network) => network,
    from: (text) => knownNetwork(text, 'network_id'),
  }),
  fromJson: (json, dialect, path) => knownNetwork(TEXT.fromJson(json, dialect, path), path),
};

/** Codec of a boolean: one byte, 0 or 1. */
export const BOOLEAN: Codec<boolean> = {
  bcs: bcs.bool(),
  toJson: (value) => value,
  fromJson: (json, _dialect, path) => {
    if (typeof json !== 'boolean') throw unexpected(json, path, 'true or false');
    return json;
  },
};

function wellFormed(text: string, path: string): string {
  if (!/\p{Surrogate}/u.test(text)) return text;
  throw new DecodeError('OutOfRange', path, 'text without half of a surrogate pair');
}

function knownNetwork(text: string, path: string): NetworkId {
  const network = NETWORK_IDS.find((id) => id === text);
  if (network !== undefined) return network;
  throw new DecodeError('OutOfRange', path, `one of ${NETWORK_IDS.join(', ')}; got ${shown(text)}`);
}
