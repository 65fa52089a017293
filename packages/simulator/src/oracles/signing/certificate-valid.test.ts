import type { Committee } from '@quorate/core';
import { createVerifier, loadEd25519, type Signer } from '@quorate/crypto';
import { factsOf, type NamedSignature, type TransactionEnvelope } from '@quorate/protocol';
import { signerOf } from '@quorate/testkit';
import { describe, expect, it } from 'vitest';
import { envelopeOf } from '../../../test/envelopes.ts';
import { createCommitteeBook } from '../committee-book.ts';
import { certificateValid } from './certificate-valid.ts';

const alice = signerOf('alice').address;
const unsigned = envelopeOf(alice, { kind: 'LeaveCommittee' });
const facts = factsOf(unsigned.transaction);
const signature = signerOf('alice').sign(facts.signingBytes);
const envelope = { ...unsigned, signature: { kind: 'Signature', signature } } as const;

function committeeOf(epoch: number, names: readonly string[]): Committee {
  const members = names.map((host) => ({
    validator: { address: signerOf(host).address, host, rpcPort: 0 },
    operator: undefined,
  }));
  return { epoch, members };
}

const OLD = committeeOf(0, ['v1', 'v2', 'v3', 'v4']);
const NEXT = committeeOf(1, ['w1', 'w2', 'w3', 'w4']);

const sign = ({ address, sign: signed }: Signer): NamedSignature => [
  address,
  signed(facts.signingBytes),
];

/** Has a proxy give out the certificate with these signatures; `!` before a name forges it. */
function findingOf(...names: readonly string[]) {
  return findingIn(envelope, names);
}

function findingIn(given: TransactionEnvelope, names: readonly string[]) {
  const book = createCommitteeBook(OLD);
  const committees = {
    ...book,
    of: (key: string) =>
      [OLD, NEXT].filter(({ members }) => members.some((each) => each.validator.address === key)),
  };
  const oracle = certificateValid({
    committees,
    nameOf: () => 'alice',
    verifier: createVerifier(loadEd25519()),
  });
  const signatures = names.map((name): NamedSignature => {
    if (!name.startsWith('!')) return sign(signerOf(name));
    return [signerOf(name.slice(1)).address, sign(signerOf('mallory'))[1]];
  });
  const certificate = { envelope: given, signatures };
  const success = { by: 'p1', role: 'proxy', asked: undefined, certificate, facts } as const;
  return oracle.afterSuccess?.(success)?.facts['fault'];
}

describe('certificate-valid', () => {
  it('S1 takes a quorum of one committee, be it the first or a later one', () => {
    expect(findingOf('v1', 'v2', 'v3')).toBe(undefined);
    expect(findingOf('w4', 'w2', 'w1', 'w3')).toBe(undefined);
  });

  it('S1 finds what its sender has not signed, though a quorum of validators has', () => {
    expect(findingIn(unsigned, ['v1', 'v2', 'v3'])).toContain('its sender has not signed it');
  });

  it.each([
    [['v1', 'v2'], '2 validators signed, 3 make a quorum'],
    [[], 'it is signed by no member of a committee'],
    [['v1', 'v2', 'v2'], 'somebody signed twice'],
    [['v1', 'v2', 'v3', 'v3'], 'somebody signed twice'],
    [['v1', 'v2', '!v3'], 'does not verify'],
    [['v1', 'v2', 'v3', '!v4'], 'does not verify'],
    [['v1', 'v2', 'v3', 'mallory'], 'is not a member of epoch 0'],
    [['mallory'], 'it is signed by no member of a committee'],
    [['v1', 'v2', 'w3'], 'is not a member of epoch 0'],
  ])('S1 finds %s', (names, fault) => {
    expect(findingOf(...names)).toContain(fault);
  });
});
