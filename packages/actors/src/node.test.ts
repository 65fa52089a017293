import type { Result } from '@quorate/core';
import { addressOf, certificateBy, collectGarbage } from '@quorate/testkit';
import { describe, expect, it } from 'vitest';
import {
  asking,
  COMMITTEE,
  createHarness,
  createValidator,
  envelopePaying,
  executing,
  resultsOf,
  submitting,
} from '../test/harness.ts';

const FIRST = envelopePaying(1n);
const CERTIFICATE = certificateBy(COMMITTEE.slice(0, 3), FIRST);

describe('the life of a node', () => {
  it('hears nothing before it is started', () => {
    const harness = createHarness();
    const { node } = createValidator(harness);
    harness.tell('v1', submitting(FIRST));
    harness.settle();
    expect([node.status(), node.state(), harness.heard]).toEqual(['booting', undefined, []]);
  });

  it('serves once it is started, and answers as the step machine says', () => {
    const harness = createHarness();
    const { node } = createValidator(harness);
    node.start();
    harness.tell('v1', submitting(FIRST, 'mine'));
    harness.settle();
    expect(node.status()).toBe('active');
    expect(harness.heard).toEqual([
      {
        type: 'Response',
        requestId: 'mine',
        result: expect.objectContaining({ type: 'Signed', validator: addressOf('v1') }),
      },
    ]);
    expect(node.state()?.ledger.account.get(addressOf('alice'))?.lock?.kind).toBe('pending');
  });

  it('changes nothing when it is started twice', () => {
    const harness = createHarness();
    const { node, failures } = createValidator(harness);
    node.start();
    const state = node.state();
    node.start();
    expect([node.status(), failures]).toEqual(['active', []]);
    expect(node.state()).toBe(state);
  });

  // A state leads to every difference after it, so one that is kept keeps them all.
  it('keeps nothing of the state that it began with', async () => {
    const harness = createHarness();
    const { node } = createValidator(harness);
    node.start();
    const beginning = new WeakRef(node.state() as object);
    harness.tell('v1', submitting(FIRST));
    harness.settle();
    await collectGarbage();
    expect(beginning.deref()).toBeUndefined();
  });

  it('ignores the messages that are meant for another kind of node', () => {
    const harness = createHarness();
    const { node, failures } = createValidator(harness);
    node.start();
    const state = node.state();
    const result: Result = { type: 'Certificates', certificates: [] };
    harness.tell('v1', executing());
    harness.tell('v1', { type: 'Response', requestId: 'pay', result });
    harness.settle();
    expect([node.status(), harness.heard, failures]).toEqual(['active', [], []]);
    expect(node.state()).toBe(state);
  });

  it('shows every step once, with the states on both sides and the effects', () => {
    const harness = createHarness();
    const steps: unknown[] = [];
    const { node } = createValidator(harness, { onStep: (step) => steps.push(step) });
    node.start();
    const before = node.state();
    harness.tell('v1', submitting(FIRST));
    harness.settle();
    expect(steps).toEqual([
      {
        node: 'v1',
        input: { type: 'Message', from: 'user', message: submitting(FIRST) },
        before,
        after: node.state(),
        effects: [
          expect.objectContaining({ type: 'Persist' }),
          expect.objectContaining({ type: 'Reply' }),
        ],
      },
    ]);
  });

  it('answers from its store what the step machine loads', () => {
    const harness = createHarness();
    const { node } = createValidator(harness);
    node.start();
    harness.tell('v1', {
      type: 'SubmitCertificate',
      requestId: 'settle',
      certificate: CERTIFICATE,
    });
    harness.tell('v1', asking());
    harness.settle();
    expect(resultsOf(harness.heard)).toEqual([
      expect.objectContaining({ type: 'Settled' }),
      { type: 'Certificates', certificates: [CERTIFICATE] },
    ]);
  });
});
