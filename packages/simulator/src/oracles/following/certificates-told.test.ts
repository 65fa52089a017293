import type { GetCertificates } from '@quorate/core';
import {
  factsOf,
  type HexBytes,
  type Operation,
  operationId,
  type TokenId,
  type TransactionCertificate,
} from '@quorate/protocol';
import { describe, expect, it } from 'vitest';
import { certificateAt, context, LEAVE, parties, sender } from '../../../test/certificates.ts';
import { CREATE_GOLD, envelopeOf } from '../../../test/envelopes.ts';
import { certificatesFault } from './certificates-told.ts';

/** What somebody is to vouch for, and nobody does. */
const CLAIM: Operation = {
  kind: 'ExternalClaim',
  claim: { verifierCommittee: [sender], verifierQuorum: 1n, claimData: '' as HexBytes },
  signatures: [],
};

const ALL = [0n, 1n, 2n].map((nonce) => certificateAt(nonce));
const [first, second, third] = ALL as [
  TransactionCertificate,
  TransactionCertificate,
  TransactionCertificate,
];

type Select = GetCertificates['select'];
const fromZero = { by: 'Sender', sender, fromNonce: 0n, limit: 200 } as const;

function faultOf(certificates: readonly TransactionCertificate[], select: Select, least = 0n) {
  const query = { type: 'GetCertificates', requestId: 'r', select } as const;
  const result = { type: 'Certificates', certificates } as const;
  return certificatesFault({ query, result, least }, context);
}

describe('read-truthful, of certificates that are told', () => {
  it('P7 are right where each is genuine, asked for, and none is missing that was acknowledged', () => {
    expect(faultOf(ALL, fromZero, 3n)).toBeUndefined();
    expect(faultOf(ALL, fromZero, 2n)).toBeUndefined();
    expect(faultOf([second], { ...fromZero, fromNonce: 1n, limit: 1 }, 3n)).toBeUndefined();
    expect(faultOf([], { ...fromZero, fromNonce: 3n }, 3n)).toBeUndefined();
    const { id } = factsOf(second.envelope.transaction);
    expect(faultOf([second], { by: 'Id', transactionId: id })).toBeUndefined();
  });

  it.each<readonly [string, readonly TransactionCertificate[], Select, string]>([
    ['one is missing', [first, third], fromZero, 'no certificate at nonce 1'],
    ['the newest is missing', [first, second], fromZero, 'no certificate at nonce 2'],
    ['there are more than were asked for', ALL, { ...fromZero, limit: 2 }, 'more certificates'],
    ['they go down', [third, second, first], fromZero, 'out of their order'],
    ['one is there twice', [first, first, second, third], fromZero, 'a certificate twice'],
    ['it is below the nonce', ALL, { ...fromZero, fromNonce: 1n }, 'not asked for'],
    [
      'it is of somebody else',
      ALL,
      { ...fromZero, sender: parties.signer('bob').address },
      'not asked for',
    ],
    [
      'it is another',
      [second],
      { by: 'Id', transactionId: factsOf(first.envelope.transaction).id },
      'not asked for',
    ],
    ['it decides no job', [second], { by: 'Decision', jobId: 'ab' as never }, 'not asked for'],
    [
      'too few signed',
      [certificateAt(0n, LEAVE, ['v1', 'v2']), second, third],
      fromZero,
      'an invalid certificate',
    ],
    [
      'somebody signed twice',
      [certificateAt(0n, LEAVE, ['v1', 'v2', 'v2']), second, third],
      fromZero,
      'an invalid certificate',
    ],
    [
      'no verifier vouches for its claim',
      [certificateAt(0n, CLAIM), second, third],
      fromZero,
      'an invalid certificate',
    ],
    [
      'its sender has not signed',
      [{ ...first, envelope: envelopeOf(sender, LEAVE, 0n) }, second, third],
      fromZero,
      'an invalid certificate',
    ],
  ])('P7 are found out where %s', (_, certificates, select, message) => {
    expect(faultOf(certificates, select, 3n)).toContain(message);
  });

  it('P7 are what created a token, and no other', () => {
    const created = certificateAt(0n, CREATE_GOLD);
    const id = operationId(sender, 0n, 0) as string as TokenId;
    const select = { by: 'Dependency', dependency: { kind: 'Token', id } } as const;
    expect(faultOf([created], select)).toBeUndefined();
    expect(faultOf([second], select)).toContain('not asked for');
  });
});
