import type { Rejection, Signature } from '@quorate/protocol';
import { addressOf } from '@quorate/testkit';
import { describe, expect, it } from 'vitest';
import { START } from '../../../test/genesis.ts';
import { createTestNetwork } from '../../../test/network.ts';
import { payment } from '../../../test/payments.ts';
import type { Progress, Submission } from '../state.ts';
import { newSubmission, withEachProgress, withProgress } from '../submission.ts';
import { mayBeSigned } from './outcome.ts';

const refusal: Rejection = { code: 'NonSubmittableOperation', rule: 'V6', reason: 'no' };
const state = createTestNetwork().proxy.state();

/** A first attempt that all four validators have refused when they were asked to sign. */
const REFUSED: Submission = withEachProgress(
  {
    ...newSubmission(state, { envelope: payment(), certificate: undefined }, [], START),
    wasBroadcast: false,
  },
  (progress) => ({ ...progress, refusal }),
);

function unless(changed: Partial<Progress>): Submission {
  return withProgress(REFUSED, addressOf('v2'), (progress) => ({ ...progress, ...changed }));
}

describe('P4 a transaction', () => {
  it.each<readonly [string, Submission]>([
    ['all have refused to sign', REFUSED],
    [
      'nobody was asked to sign',
      { ...unless({ refusal: undefined }), phase: 'checking', retries: 3 },
    ],
  ])('may not be signed where %s', (_, submission) => {
    expect(mayBeSigned(state, submission)).toBe(false);
  });

  it.each<readonly [string, Submission]>([
    ['one is silent', unless({ refusal: undefined })],
    ['one has signed', unless({ signature: '01'.repeat(64) as Signature })],
    ['one holds it since a handover', unless({ holds: true })],
    ['all were asked again: one may have signed since', { ...REFUSED, retries: 1 }],
    ['it was broadcast before', { ...REFUSED, wasBroadcast: true }],
    ['it is certified', { ...REFUSED, phase: 'settling' }],
  ])('may be signed where %s', (_, submission) => {
    expect(mayBeSigned(state, submission)).toBe(true);
  });
});
