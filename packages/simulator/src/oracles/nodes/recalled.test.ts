import type { ClientState, ProxyState } from '@quorate/core';
import { factsOf } from '@quorate/protocol';
import { addressOf } from '@quorate/testkit';
import { describe, expect, it } from 'vitest';
import { envelopeOf } from '../../../test/envelopes.ts';
import { forgottenOf, recalledByClient, recalledByProxy } from './recalled.ts';

const envelope = envelopeOf(addressOf('alice'), { kind: 'LeaveCommittee' });
const facts = factsOf(envelope.transaction);
const certificate = { envelope, signatures: [[addressOf('v1'), '01'.repeat(64)]] };

describe('what a proxy must remember (P3)', () => {
  /** Says what is wrong where a proxy holds the one and would come up with the other. */
  function between(held: object, given: object) {
    const [one, other] = [held, given].map((parts) => {
      const idle = { committees: [{ epoch: 0 }], incomplete: [], submissions: new Map() };
      return recalledByProxy({ ...idle, refused: [], ...parts } as unknown as ProxyState);
    });
    return one && other && forgottenOf(one, other)?.split(' ')[0];
  }

  const refused = (rejection: object) => ({
    refused: [{ transactionId: facts.id, client: 'alice', requestId: 'r1', rejection }],
  });
  const final = refused({ code: 'InsufficientFunding' });
  const open = refused({ code: 'QuorumUnreachable', unsettled: true });
  const driven = (phase: string, more = {}) => ({
    submissions: new Map([[facts.id, { facts, phase, ...more }]]),
  });

  it.each([
    ['a final refusal', final, {}, 'refused'],
    ['that a refusal is withdrawn', {}, final, 'refused'],
    ['which final refusal it was', final, refused({ code: 'UnexpectedNonce' }), 'refused'],
    ['nothing but an open refusal', open, {}, undefined],
    ['what it has signed', driven('signing'), {}, 'drives'],
    [
      'the certificate that it has',
      driven('signing', { certificate }),
      driven('signing'),
      'drives',
    ],
    [
      'nothing but what validators can show again',
      driven('settling', { certificate }),
      {},
      undefined,
    ],
    ['nothing but what it only checks', driven('checking'), {}, undefined],
    ['that it no longer drives something', {}, driven('settling', { certificate }), 'drives'],
    ['nothing', { ...final, ...driven('signing') }, { ...final, ...driven('signing') }, undefined],
  ])('finds that it forgets %s', (_, held, given, what) => {
    expect(between(held, given)).toBe(what);
  });
});

it('finds that a client forgets with which witnesses it has sent something (P5)', () => {
  const [one, other] = [[certificate], []].map((witnesses) => {
    const inFlight = { envelope, witnesses };
    return recalledByClient({ committees: [], nextNonce: 0n, inFlight } as unknown as ClientState);
  });
  expect(one && other && forgottenOf(one, other)).toContain(`witness ${facts.id}`);
  expect(one && other && forgottenOf(other, one)).toBeUndefined();
});
