import { CLIENT_TIMINGS } from '@quorate/core';
import type { Store } from '@quorate/storage';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  asking,
  createAlice,
  createHarness,
  createValidator,
  envelopePaying,
  executing,
  resultsOf,
  submitting,
} from '../test/harness.ts';

const FIRST = envelopePaying(1n);
const RIVAL = envelopePaying(2n);

describe('the crash of a node', () => {
  it('takes memory away, and loses what arrives while the node is down', () => {
    const harness = createHarness();
    const { node, failures } = createValidator(harness);
    node.start();
    node.crash();
    harness.tell('v1', submitting(FIRST));
    harness.settle();
    expect([node.status(), node.state(), harness.heard]).toEqual(['crashed', undefined, []]);
    // A crash is not a failure: nobody is told, and no step is taken.
    expect(failures).toEqual([]);
  });

  it('V8 leaves the lock: restarted, a validator repeats its signature and refuses the rival', () => {
    const harness = createHarness();
    const { node } = createValidator(harness);
    node.start();
    harness.tell('v1', submitting(FIRST));
    harness.settle();
    node.crash();
    harness.late.losePower();
    node.start();
    harness.tell('v1', submitting(FIRST));
    harness.tell('v1', submitting(RIVAL));
    harness.settle();
    const [first, again, refused] = resultsOf(harness.heard);
    expect(first?.type).toBe('Signed');
    expect(again).toEqual(first);
    expect(refused).toEqual({
      type: 'Rejected',
      rejection: { code: 'PreviousTransactionMustBeConfirmedFirst', rule: 'V4', pending: [FIRST] },
    });
  });

  it('V8 keeps a flush of the old life from letting anything out of the new one', () => {
    const harness = createHarness('late');
    const { node } = createValidator(harness);
    node.start();
    harness.late.endFlush();
    harness.tell('v1', submitting(FIRST));
    harness.settle();
    node.crash();
    harness.late.losePower();
    node.start();
    harness.tell('v1', submitting(FIRST));
    harness.settle();
    // The oldest flush under way is that of the old life.
    harness.late.endFlush();
    harness.settle();
    expect(harness.heard).toEqual([]);
    while (harness.late.endFlush()) harness.settle();
    expect(resultsOf(harness.heard)).toEqual([expect.objectContaining({ type: 'Signed' })]);
  });

  it('takes timers away, and a restart sets them anew from the store', () => {
    const harness = createHarness();
    const alice = createAlice(harness);
    alice.start();
    harness.tell('alice', executing());
    harness.settle();
    expect(harness.clock.pending()).toBe(1);
    alice.crash();
    expect(harness.clock.pending()).toBe(0);
    harness.clock.advance(CLIENT_TIMINGS.retryNanosMax);
    harness.settle();
    expect(harness.heard).toHaveLength(1);
    alice.start();
    harness.settle();
    // What it asks anew has another id, so that answers to earlier questions can be told apart.
    expect(harness.heard[1]).not.toEqual(harness.heard[0]);
    const requestId = expect.any(String);
    expect(harness.heard[1]).toEqual({ ...harness.heard[0], requestId });
    harness.clock.advance(CLIENT_TIMINGS.retryNanos);
    harness.settle();
    expect(harness.heard).toHaveLength(3);
  });

  it('stops a node in the middle of what it sends', () => {
    const harness = createHarness();
    const alice = createAlice(harness);
    harness.onSend = () => alice.crash();
    alice.start();
    harness.tell('alice', executing());
    harness.settle();
    // The timer that follows the send was not set.
    expect([alice.status(), harness.heard.length, harness.clock.pending()]).toEqual([
      'crashed',
      1,
      0,
    ]);
  });

  it('stops a node in the middle of what recovery left to do', () => {
    const harness = createHarness();
    const alice = createAlice(harness);
    alice.start();
    harness.tell('alice', executing());
    harness.settle();
    alice.crash();
    harness.onSend = () => alice.crash();
    alice.start();
    harness.settle();
    expect([alice.status(), alice.state(), harness.clock.pending()]).toEqual([
      'crashed',
      undefined,
      0,
    ]);
    harness.onSend = () => undefined;
    alice.start();
    expect([alice.status(), harness.clock.pending()]).toEqual(['active', 1]);
  });

  it('drops the effects of the very step that it happens in', () => {
    const harness = createHarness();
    const { node, failures } = createValidator(harness, { onStep: () => node.crash() });
    node.start();
    const rows = [...harness.late.store.scan({ from: '', to: '\x7f' })];
    harness.tell('v1', submitting(FIRST));
    harness.settle();
    expect([node.status(), harness.heard, failures]).toEqual(['crashed', [], []]);
    expect([...harness.late.store.scan({ from: '', to: '\x7f' })]).toEqual(rows);
  });

  it('stops a node that is reading its store', () => {
    const harness = createHarness();
    const crashing: Store<unknown> = {
      ...harness.ports.store,
      scan(range) {
        node.crash();
        return harness.ports.store.scan(range);
      },
    };
    const ports = { ...harness.ports, store: crashing };
    const { node, failures } = createValidator({ ...harness, ports });
    node.start();
    expect([node.status(), node.state(), failures]).toEqual(['crashed', undefined, []]);
  });

  it.each([
    ['during the step that asks for it', 'at once'],
    ['at the end of a flush', 'late'],
  ] as const)('keeps what is being read %s from becoming a step, without a word', (_, ends) => {
    const complaints = vi.spyOn(console, 'warn');
    onTestFinished(() => complaints.mockRestore());
    const harness = createHarness(ends);
    const steps: string[] = [];
    const crashing: Store<unknown> = {
      ...harness.ports.store,
      scan(range) {
        if (node.status() === 'active') node.crash();
        return harness.ports.store.scan(range);
      },
    };
    const ports = { ...harness.ports, store: crashing };
    const { node } = createValidator(
      { ...harness, ports },
      { onStep: ({ input }) => steps.push(input.type) },
    );
    node.start();
    harness.tell('v1', asking());
    harness.settle();
    harness.late.endFlush();
    expect([node.status(), steps]).toEqual(['crashed', ['Message']]);
    expect(complaints).not.toHaveBeenCalled();
  });

  it('can be followed by a restart in the middle of a step', () => {
    const harness = createHarness();
    let steps = 0;
    const { node, failures } = createValidator(harness, {
      onStep: () => {
        steps += 1;
        if (steps > 1) return;
        node.crash();
        node.start();
      },
    });
    node.start();
    harness.tell('v1', submitting(FIRST));
    harness.tell('v1', submitting(RIVAL));
    harness.settle();
    expect([node.status(), failures]).toEqual(['active', []]);
    // The first was forgotten before anything left, so the rival is free to be signed.
    expect(resultsOf(harness.heard)).toEqual([expect.objectContaining({ type: 'Signed' })]);
  });
});
