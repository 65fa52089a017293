import { GenesisMismatch, InvariantError, type Message, VALIDATOR_RULES } from '@quorate/core';
import { describe, expect, it } from 'vitest';
import {
  asking,
  createHarness,
  createValidator,
  envelopePaying,
  executing,
  GENESIS,
  resultsOf,
  submitting,
} from '../test/harness.ts';
import { flushFailed, writeFailed } from '../test/late-store.ts';
import { createNode } from './node.ts';
import type { ValidatorNodeOptions } from './nodes.ts';

const FIRST = envelopePaying(1n);
const RIVAL = envelopePaying(2n);

function brokenRules(failure: Error): Pick<ValidatorNodeOptions, 'rules'> {
  return {
    rules: {
      ...VALIDATOR_RULES,
      takeLock: () => {
        throw failure;
      },
    },
  };
}

describe('the failure of a node', () => {
  it('stops it at a bug inside a step, and says so once', () => {
    const harness = createHarness();
    const bug = new InvariantError('a nonce went backwards');
    const { node, failures } = createValidator(harness, brokenRules(bug));
    node.start();
    harness.tell('v1', submitting(FIRST));
    harness.tell('v1', submitting(FIRST));
    expect(harness.settle()).toEqual([]);
    expect([node.status(), node.state(), harness.heard]).toEqual(['failed', undefined, []]);
    expect(failures).toEqual([bug]);
  });

  it('reaches whoever calls it when the one that is told throws it: at a step, and at a start', () => {
    const harness = createHarness();
    const bug = new InvariantError('a nonce went backwards');
    const onFailure = (failure: unknown) => {
      throw failure;
    };
    const { node } = createValidator(harness, { ...brokenRules(bug), onFailure });
    node.start();
    harness.tell('v1', submitting(FIRST));
    expect(harness.settle()).toEqual([bug]);
    expect(node.status()).toBe('failed');
    const other = createHarness();
    const failure = writeFailed();
    other.late.failNextWrite(failure);
    const { node: begun } = createValidator(other, { onFailure });
    expect(() => begun.start()).toThrow(failure);
    expect(begun.status()).toBe('failed');
  });

  it('drops at a bug what earlier steps had queued', () => {
    const harness = createHarness('late');
    const bug = new InvariantError('a nonce went backwards');
    const { node, failures } = createValidator(harness, brokenRules(bug));
    node.start();
    harness.tell('v1', asking());
    harness.tell('v1', submitting(FIRST));
    harness.settle();
    harness.late.endFlush();
    harness.settle();
    expect([node.status(), harness.heard, failures]).toEqual(['failed', [], [bug]]);
  });

  it('drops at a bug what recovery had left to do', () => {
    const harness = createHarness();
    const bug = new InvariantError('the rows make no sense');
    const failures: unknown[] = [];
    const node = createNode<undefined, Message, string>({
      name: 'node',
      ports: harness.ports,
      logic: {
        recover: () => ({
          state: undefined,
          effects: [
            { type: 'Load', ranges: [{ from: '', to: '', limit: 1 }], resume: 'again' },
            { type: 'Send', to: 'user', message: executing() },
          ],
        }),
        step: () => {
          throw bug;
        },
        hears: (message): message is Message => message.type !== 'Response',
      },
      onFailure: (failure) => failures.push(failure),
    });
    node.start();
    harness.settle();
    expect([node.status(), harness.heard, failures]).toEqual(['failed', [], [bug]]);
  });

  it('reports a bug of a step that had crashed the node before', () => {
    const harness = createHarness();
    const bug = new InvariantError('seen by an observer');
    const { node, failures } = createValidator(harness, {
      onStep: () => {
        node.crash();
        throw bug;
      },
    });
    node.start();
    harness.tell('v1', submitting(FIRST));
    harness.settle();
    expect([node.status(), failures]).toEqual(['crashed', [bug]]);
  });

  it('V8 stops it at a failed flush with nothing released, and starts it again from its store', () => {
    const harness = createHarness('late');
    const { node, failures } = createValidator(harness);
    node.start();
    harness.late.endFlush();
    harness.tell('v1', submitting(FIRST));
    harness.tell('v1', asking());
    harness.settle();
    const failure = flushFailed();
    harness.late.endFlush(failure);
    harness.settle();
    expect([node.status(), harness.heard, failures]).toEqual(['failed', [], [failure]]);

    node.start();
    expect(node.status()).toBe('active');
    harness.tell('v1', submitting(RIVAL));
    harness.settle();
    // The lock was read back, but is not durable until the first flush of the new life ends.
    expect(harness.heard).toEqual([]);
    harness.late.endFlush();
    harness.settle();
    expect(resultsOf(harness.heard)).toEqual([
      {
        type: 'Rejected',
        rejection: {
          code: 'PreviousTransactionMustBeConfirmedFirst',
          rule: 'V4',
          pending: [FIRST],
        },
      },
    ]);
  });

  it('can be followed by a crash, for callers that crash a node before they start it', () => {
    const harness = createHarness('late');
    const { node } = createValidator(harness);
    node.start();
    harness.late.endFlush(flushFailed());
    expect(node.status()).toBe('failed');
    node.crash();
    expect(node.status()).toBe('crashed');
    node.start();
    expect(node.status()).toBe('active');
  });

  it('V8 stops it at a failed write with nothing released', () => {
    const harness = createHarness();
    const { node, failures } = createValidator(harness);
    node.start();
    const failure = writeFailed();
    harness.late.failNextWrite(failure);
    harness.tell('v1', submitting(FIRST));
    expect(harness.settle()).toEqual([]);
    expect([node.status(), harness.heard, failures]).toEqual(['failed', [], [failure]]);
  });

  it('is reported when the very first write fails', () => {
    const harness = createHarness();
    const { node, failures } = createValidator(harness);
    const failure = writeFailed();
    harness.late.failNextWrite(failure);
    node.start();
    expect([node.status(), node.state(), failures]).toEqual(['failed', undefined, [failure]]);
    node.start();
    expect([node.status(), failures]).toEqual(['active', [failure]]);
  });

  it('is reported when the store belongs to another network', () => {
    const harness = createHarness();
    const other = createValidator(harness, { genesis: { ...GENESIS, accounts: [] } });
    other.node.start();
    other.node.crash();
    const { node, failures } = createValidator(harness);
    node.start();
    expect([node.status(), node.state()]).toEqual(['failed', undefined]);
    expect(failures).toEqual([expect.any(GenesisMismatch)]);
  });

  it('is reported when another node has the name, and leaves the other alone', () => {
    const harness = createHarness();
    const { node: owner } = createValidator(harness);
    owner.start();
    const { node, failures } = createValidator(harness);
    node.start();
    expect([node.status(), owner.status()]).toEqual(['failed', 'active']);
    expect(failures).toEqual([expect.objectContaining({ code: 'NameTaken', node: 'v1' })]);
    harness.tell('v1', submitting(FIRST));
    harness.settle();
    expect(harness.heard).toHaveLength(1);
  });

  it('is reported, not thrown at the store, when sending fails after a late flush', () => {
    const harness = createHarness('late');
    const { node, failures } = createValidator(harness);
    node.start();
    harness.tell('v1', asking());
    harness.settle();
    const failure = new Error('the wire is cut');
    harness.onSend = () => {
      throw failure;
    };
    expect(harness.late.endFlush()).toBe(true);
    expect([node.status(), failures]).toEqual(['failed', [failure]]);
  });
});
