import type { ValidatorMessage } from '@quorate/core';
import { type Address, factsOf, type TransactionCertificate } from '@quorate/protocol';
import { expect, it } from 'vitest';
import { envelopeOf } from '../../test/envelopes.ts';
import { certificateKept } from './certificate-kept.ts';
import type { GivenAnswer } from './oracle.ts';

const certificate: TransactionCertificate = {
  envelope: envelopeOf('01'.repeat(32) as Address, { kind: 'LeaveCommittee' }),
  signatures: [],
};
const conflicting = factsOf(certificate.envelope.transaction).id;

/** Says of v1 that it answers that a certificate contradicts what has settled, and that it writes this. */
function answered(writes: readonly object[]): GivenAnswer {
  const message: ValidatorMessage = { type: 'SubmitCertificate', requestId: 'r', certificate };
  const rejection = { code: 'ConflictingCertificate', rule: 'S2', settled: '00', conflicting };
  const result = { type: 'Rejected', rejection };
  const effects = [
    { type: 'Persist', writes },
    { type: 'Reply', to: 'p1', requestId: 'r', result },
  ];
  const observation = { input: { type: 'Message', from: 'p1', message }, effects };
  const step = { validator: 'v1', observation, changes: [] };
  return { validator: 'v1', result, step } as unknown as GivenAnswer;
}

it('S2 certificate-kept finds that the second of two certificates for one nonce is not kept', () => {
  const { afterAnswer } = certificateKept();
  const key = `conflict/any/${conflicting}`;
  expect(afterAnswer?.(answered([{ key, value: certificate }]))).toBeUndefined();
  const unlike = { ...certificate, signatures: [['v1', 'ff']] };
  const elsewhere = { key: `certificate/any`, value: certificate };
  for (const writes of [[], [{ key, value: undefined }], [{ key, value: unlike }], [elsewhere]]) {
    expect(afterAnswer?.(answered(writes))?.facts).toEqual({
      validator: 'v1',
      transaction: conflicting,
    });
  }
});
