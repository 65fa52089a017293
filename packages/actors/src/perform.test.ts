import type { Input, Message } from '@quorate/core';
import { describe, expect, it } from 'vitest';
import { createHarness, type Harness } from '../test/harness.ts';
import type { OutwardEffect } from './effect-queue.ts';
import { type Performance, perform } from './perform.ts';

interface Trial {
  readonly harness: Harness;
  readonly heard: readonly Input<Message, string>[];
  readonly timers: Performance<Message, string>['timers'];
  readonly carryOut: (effect: OutwardEffect<string>) => void;
}

function createTrial(): Trial {
  const harness = createHarness();
  const heard: Input<Message, string>[] = [];
  const timers: Performance<Message, string>['timers'] = new Map();
  const performance: Performance<Message, string> = {
    name: 'node',
    ports: harness.ports,
    timers,
    hear: (input) => heard.push(input),
  };
  return { harness, heard, timers, carryOut: (effect) => perform(performance, effect) };
}

function setTimer({ harness, carryOut }: Trial, id: string, wait: bigint): void {
  carryOut({ type: 'SetTimer', id, at: harness.clock.now() + wait });
}

describe('perform', () => {
  it('fires a timer once, when it is due', () => {
    const trial = createTrial();
    setTimer(trial, 'retry', 10n);
    trial.harness.clock.advance(9n);
    expect(trial.heard).toEqual([]);
    trial.harness.clock.advance(100n);
    expect(trial.heard).toEqual([{ type: 'Timer', id: 'retry' }]);
    expect(trial.timers.size).toBe(0);
  });

  it('moves a timer that is set again, either way', () => {
    const trial = createTrial();
    setTimer(trial, 'later', 10n);
    setTimer(trial, 'later', 50n);
    setTimer(trial, 'sooner', 50n);
    setTimer(trial, 'sooner', 10n);
    trial.harness.clock.advance(10n);
    expect(trial.heard).toEqual([{ type: 'Timer', id: 'sooner' }]);
    trial.harness.clock.advance(100n);
    expect(trial.heard.slice(1)).toEqual([{ type: 'Timer', id: 'later' }]);
  });

  it('takes a timer back, and no other', () => {
    const trial = createTrial();
    setTimer(trial, 'one', 10n);
    setTimer(trial, 'other', 10n);
    trial.carryOut({ type: 'CancelTimer', id: 'one' });
    trial.carryOut({ type: 'CancelTimer', id: 'never set' });
    expect([...trial.timers.keys()]).toEqual(['other']);
    trial.harness.clock.advance(10n);
    expect(trial.heard).toEqual([{ type: 'Timer', id: 'other' }]);
  });

  it('loads ranges in order, as much of each as is asked for', () => {
    const trial = createTrial();
    const keys = ['c/2', 'c/1', 'd/1', 'c/3', 'b/9'];
    trial.harness.ports.store.write(keys.map((key) => ({ type: 'Put', key, value: key })));
    const range = { from: 'c/', to: 'c0', limit: 2 };
    trial.carryOut({
      type: 'Load',
      ranges: [range, { from: 'd/2', to: 'd0', limit: 9 }],
      resume: 'mine',
    });
    const rows = ['c/1', 'c/2'].map((key) => ({ key, value: key }));
    expect(trial.heard).toEqual([{ type: 'Loaded', resume: 'mine', rows: [rows, []] }]);
  });

  it('sends a message and an answer to the nodes that they name', () => {
    const trial = createTrial();
    const message: Message = { type: 'Execute', requestId: 'pay', operations: [] };
    trial.carryOut({ type: 'Send', to: 'user', message });
    const result = { type: 'Certificates', certificates: [] } as const;
    trial.carryOut({ type: 'Reply', to: 'user', requestId: 'ask', result });
    trial.harness.settle();
    expect(trial.harness.heard).toEqual([message, { type: 'Response', requestId: 'ask', result }]);
  });
});
