import type { Rejected } from '@quorate/core';
import { type Address, factsOf, type HexBytes, type Operation } from '@quorate/protocol';
import { describe, expect, it } from 'vitest';
import { envelopeOf } from '../../test/envelopes.ts';
import { refusalVouched } from './refusals.ts';

const sender = '01'.repeat(32) as Address;

const LEAVE: Operation = { kind: 'LeaveCommittee' };
const CLAIM: Operation = {
  kind: 'ExternalClaim',
  claim: { verifierCommittee: [], verifierQuorum: 0n, claimData: '' as HexBytes },
  signatures: [],
};
const rejection: Rejected['rejection'] = {
  code: 'NonSubmittableOperation',
  rule: 'V6',
  reason: '',
};

/** Has a client ask for one transaction, and a proxy refuse another; the same where none is given. */
function findingOf(asked: Operation, refused = asked) {
  const oracle = refusalVouched();
  const message = {
    type: 'SubmitTransaction',
    requestId: 'r',
    envelope: envelopeOf(sender, asked),
  } as const;
  oracle.afterClientWord?.({ from: 'alice', message });
  const { id } = factsOf(envelopeOf(sender, refused).transaction);
  return oracle.afterRefusal?.({ by: 'p1', isCorrect: true, id, rejection });
}

describe('refusal-vouched', () => {
  it('finds a refusal that no validator gave', () => {
    expect(findingOf(LEAVE)?.facts).toMatchObject({ proxy: 'p1', code: rejection.code });
  });

  it('leaves to the proxy what is wrong with the verifiers of a claim', () => {
    expect(findingOf(CLAIM)).toBeUndefined();
  });

  it('knows nothing of what came of a request that was changed on its way to the proxy', () => {
    expect(findingOf(LEAVE, CLAIM)).toBeUndefined();
  });
});
