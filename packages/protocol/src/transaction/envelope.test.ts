import {
  anyCertificate,
  anyEnvelope,
  anyMultiSigAccount,
  committeeOf,
  errorOf,
} from '@quorate/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DecodeError } from '../decode-error.ts';
import { bytesToHex } from '../hex.ts';
import { type JsonDialect, stringifyJson } from '../json/json.ts';
import { parseJson } from '../json/json-reader.ts';
import type { Address, Signature } from '../primitives.ts';
import {
  certificateFromJson,
  certificateToJson,
  decodeSignature,
  encodeSignature,
  envelopeFromJson,
  envelopeToJson,
  multiSigAddress,
  type TransactionEnvelope,
} from './envelope.ts';
import type { VersionedTransaction } from './transaction.ts';
import { withOtherTags } from './transaction-codec.ts';

const DIALECTS: readonly JsonDialect[] = ['rpc', 'rest', 'rest-certificate'];
const SIGNATURE = '05'.repeat(64) as Signature;

/**
 * JSON does not show the tags of a batch or claim: gives the envelope with those under which it is
 * read.
 */
function underReadTags(envelope: TransactionEnvelope): TransactionEnvelope {
  const { transaction } = envelope;
  const read = isReadOtherwise(transaction) ? withOtherTags(transaction) : undefined;
  return { ...envelope, transaction: read ?? transaction };
}

function isReadOtherwise({ release, transaction }: VersionedTransaction): boolean {
  if (release === 'Unversioned') return transaction.isMoved === true;
  if (release !== 'Release20260319') return false;
  return transaction.claim.kind === 'Batch' && transaction.claim.tag === 13;
}

describe('an envelope', () => {
  it.each(DIALECTS)('reads back from %s as it was written', (dialect) => {
    fc.assert(
      fc.property(anyEnvelope(), (envelope) => {
        const text = stringifyJson(envelopeToJson(envelope, dialect));
        expect(envelopeFromJson(parseJson(text), dialect)).toEqual(underReadTags(envelope));
      }),
    );
  });
});

describe('a certificate', () => {
  it.each(DIALECTS)('reads back from %s as it was written', (dialect) => {
    fc.assert(
      fc.property(anyCertificate(committeeOf(4)), (certificate) => {
        const text = stringifyJson(certificateToJson(certificate, dialect));
        expect(certificateFromJson(parseJson(text), dialect)).toEqual({
          ...certificate,
          envelope: underReadTags(certificate.envelope),
        });
      }),
    );
  });

  it.each([
    [{}, 'MissingField', 'certificate.envelope'],
    [null, 'UnexpectedType', 'certificate'],
    [{ envelope: { transaction: {} } }, 'UnexpectedType', 'certificate.envelope.transaction'],
  ])('names the field of %j that is wrong', (json, code, path) => {
    expect(errorOf(() => certificateFromJson(json, 'rest'))).toMatchObject({ code, path });
  });
});

describe('encodeSignature', () => {
  it('V1 is read back by decodeSignature, and by nothing that is cut short or longer', () => {
    fc.assert(
      fc.property(anyEnvelope(), ({ signature }) => {
        const bytes = encodeSignature(signature);
        expect(decodeSignature(bytes)).toEqual(signature);
        expect(errorOf(() => decodeSignature(Uint8Array.of(...bytes, 0)))).toMatchObject({
          code: 'TrailingBytes',
        });
        for (let length = 0; length < bytes.length; length++) {
          const error = errorOf(() => decodeSignature(bytes.subarray(0, length)));
          expect(error).toMatchObject({ name: 'DecodeError', code: 'InvalidBytes' });
        }
      }),
      { numRuns: 20 },
    );
  });

  it('V1 refuses any bytes, or reads exactly them', () => {
    const anyStart = fc.uint8Array({ maxLength: 8 });
    fc.assert(
      fc.property(anyStart, fc.nat(200), (start, zeros) => {
        const bytes = Uint8Array.of(...start, ...new Uint8Array(zeros));
        try {
          expect(encodeSignature(decodeSignature(bytes))).toEqual(bytes);
        } catch (error) {
          expect(error).toBeInstanceOf(DecodeError);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('B2.19 tags a single signature 0 and a multisig 1', () => {
    expect(bytesToHex(encodeSignature({ kind: 'Signature', signature: SIGNATURE }))).toBe(
      `00${SIGNATURE}`,
    );
    const config = { authorizedSigners: [], quorum: 2n, nonce: 3n };
    const multiSig = { kind: 'MultiSig', config, signatures: [] } as const;
    expect(bytesToHex(encodeSignature(multiSig))).toBe(
      `0100${'02'.padEnd(16, '0')}${'03'.padEnd(16, '0')}00`,
    );
  });
});

describe('multiSigAddress', () => {
  it('B2.12 differs with the signers, their order, the quorum and the nonce', () => {
    fc.assert(
      fc.property(anyMultiSigAccount(), anyMultiSigAccount(), ({ config }, { config: other }) => {
        const same = stringifyJson(config as never) === stringifyJson(other as never);
        expect(multiSigAddress(config) === multiSigAddress(other)).toBe(same);
      }),
    );
  });

  it('B2.12 keeps the order it is given', () => {
    const [one, two] = ['01', '02'].map((byte) => byte.repeat(32) as Address);
    const address = (...signers: (Address | undefined)[]) =>
      multiSigAddress({
        authorizedSigners: signers.filter((signer) => signer !== undefined),
        quorum: 1n,
        nonce: 0n,
      });
    expect(address(one, two)).not.toBe(address(two, one));
  });
});
