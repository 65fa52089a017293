import type { Result, ValidatorState } from '@quorate/core';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Asker } from '../nodes/asker.ts';
import { createMissedChange, type MissedChange } from './missed-change.ts';

/** A validator that knows of the committee of epoch 0: what a look for a change needs of it. */
function stateOf(hosts: readonly string[]): ValidatorState {
  const members = hosts.map((host) => ({ validator: { host, rpcPort: 0 } }));
  return { committees: [{ epoch: 0, members }] } as unknown as ValidatorState;
}

const SEVEN = stateOf(['v1', 'v2', 'v3', 'v4', 'v5', 'v6', 'v7']);
const CHANGE = { type: 'Certificates', certificates: ['the change'] } as unknown as Result;
const NONE = { type: 'Certificates', certificates: [] } as unknown as Result;

let asked: string[];
let told: unknown[];
let answers: Record<string, Result | undefined>;
let present: ValidatorState | undefined;
let onAsked: () => void;
beforeEach(() => {
  asked = [];
  told = [];
  answers = {};
  present = SEVEN;
  onAsked = () => undefined;
});

/** Looks for a change on behalf of `v2`. */
function missedChange(): MissedChange {
  const ask: Asker['ask'] = (to, request) => {
    if (request.type === 'AnnounceChange') {
      told.push([to, request.epoch, request.certificate]);
      return Promise.resolve(undefined);
    }
    asked.push(to);
    onAsked();
    return Promise.resolve(to in answers ? answers[to] : NONE);
  };
  const asker = { ask, close: () => undefined };
  return createMissedChange({ asker, node: 'v2', state: () => present });
}

describe('createMissedChange', () => {
  it('C4 tells a validator of the change that one member shows', async () => {
    answers = { v3: CHANGE };
    await missedChange().look();
    expect(asked).toEqual(['v1', 'v3']);
    expect(told).toEqual([['v2', 1, 'the change']]);
  });

  it('asks so many that not all can have missed what a quorum has settled', async () => {
    await missedChange().look();
    expect([asked, told]).toEqual([['v1', 'v3'], []]);
  });

  it('asks one more where it is not a member itself, and nobody where it takes all members for a quorum', async () => {
    present = stateOf(['v1', 'v3', 'v4', 'v5']);
    await missedChange().look();
    expect(asked).toEqual(['v1', 'v3']);
    present = stateOf(['v1', 'v2', 'v3']);
    await missedChange().look();
    expect(asked).toEqual(['v1', 'v3']);
  });

  it('goes on to others where somebody does not answer', async () => {
    answers = { v1: undefined, v3: undefined, v5: CHANGE };
    await missedChange().look();
    expect(asked).toEqual(['v1', 'v3', 'v4', 'v5']);
    expect(told).toHaveLength(1);
  });

  it('tells nothing to a validator that is down, has heard of it, or was put back meanwhile', async () => {
    answers = { v1: CHANGE };
    const down = missedChange();
    onAsked = () => {
      present = undefined;
    };
    await down.look();
    const moved = missedChange();
    present = SEVEN;
    onAsked = () => {
      present = { committees: [0, 1] } as unknown as ValidatorState;
    };
    await moved.look();
    const back = missedChange();
    present = SEVEN;
    onAsked = () => back.forget();
    await back.look();
    expect([asked, told]).toEqual([['v1', 'v1', 'v1'], []]);
  });
});
