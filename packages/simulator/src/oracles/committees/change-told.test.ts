import { type Committee, VALIDATOR_RULES, type ValidatorState } from '@quorate/core';
import { addressOf } from '@quorate/testkit';
import { describe, expect, it } from 'vitest';
import { violationsOf } from '../../../test/oracle-findings.ts';
import { scenarioOf } from '../../../test/scenarios.ts';
import { runScenario } from '../../run-scenario.ts';
import type { HandoverStep, Retrospect } from '../oracle.ts';
import { changeTold } from './change-told.ts';

const { handover } = VALIDATOR_RULES;

/** One of four validators is left with a change to a committee of others, and tells them. */
const renewed = scenarioOf({
  candidates: 1,
  clients: {},
  steps: {},
  network: { default: { delay: { dist: 'const', mean: '10 ms' } } },
  changes: [{ id: 'renew', at: '1 s', members: ['v2', 'v3', 'v4', 'v5'], deliver: ['v2', 'v3'] }],
});

const NAMES = ['v1', 'v2', 'v3', 'v4'];

function committee(epoch: number): Committee {
  const members = NAMES.map((host) => ({
    validator: { address: addressOf(`${host} of ${epoch}`), host, rpcPort: 0 },
    operator: addressOf(`operator of ${host}`),
  }));
  return { epoch, members };
}

function stateOf(served: number, pushes: readonly object[], merge?: object): ValidatorState {
  const committees = [committee(0), committee(1)];
  return { committees, handover: { served, pushes, merge } } as unknown as ValidatorState;
}

const PUSHING = stateOf(0, [{ epoch: 1, told: [], attempts: 1 }]);

/** v1 hears that others serve, and ends up like this. */
function hearing(from: string, served: number, after: ValidatorState): HandoverStep {
  const result = { type: 'EpochStatus', known: 1, served } as const;
  const message = { type: 'Response', requestId: 'handover/announce/1', result } as const;
  const input = { type: 'Message', from, message } as const;
  const observation = { node: 'v1', input, before: PUSHING, after, effects: [] };
  return { node: 'v1', observation, isFirst: false, disk: () => [] };
}

describe('change-told', () => {
  it('C4 fires when former members are not told', () => {
    const announcedTo: typeof handover.announcedTo = (state, push, keys) =>
      handover.announcedTo(state, push, keys).filter((name) => name !== 'v1');
    const validatorRules = { ...VALIDATOR_RULES, handover: { ...handover, announcedTo } };
    const result = runScenario(renewed, { validatorRules });
    expect(violationsOf('change-told', result)).toBeGreaterThan(0);
    expect(result.verdict).toBe('violation:change-told');
  });

  it('is silent about correct rules', () => {
    const result = runScenario(renewed);
    expect(violationsOf('change-told', result)).toBe(0);
    expect(result.verdict).toBe('pass');
  });

  it('finds a validator that stops before a quorum serves', () => {
    const { afterHandover } = changeTold();
    expect(afterHandover?.(hearing('v2', 1, PUSHING))).toBeUndefined();
    expect(afterHandover?.(hearing('v3', 1, stateOf(0, [])))?.facts).toEqual({
      validator: 'v1',
      serving: 'v2 v3',
      epoch: '1',
    });
  });

  it('lets a push end with a quorum, its own seat included', () => {
    const { afterHandover } = changeTold();
    expect(afterHandover?.(hearing('v2', 1, PUSHING))).toBeUndefined();
    expect(afterHandover?.(hearing('v3', 1, stateOf(1, [])))).toBeUndefined();
  });

  it('finds a validator that waits for the snapshot of one that has not heard, and does not tell it', () => {
    const merging = stateOf(0, [{ epoch: 1, told: [], attempts: 1 }], { epoch: 1, sources: [] });
    const untold = (from: string, known: number, effects: readonly object[]) => {
      const result = { type: 'EpochStatus', known, served: 0 } as const;
      const message = { type: 'Response', requestId: 'handover/snapshot/0/root', result } as const;
      const input = { type: 'Message', from, message } as const;
      const observation = { node: 'v1', input, before: merging, after: merging, effects };
      const step = { node: 'v1', observation, isFirst: false, disk: () => [] } as never;
      return changeTold().afterHandover?.(step)?.facts['untold'];
    };
    const telling = (to: string) => ({ type: 'Send', to, message: { type: 'AnnounceChange' } });
    expect(untold('v2', 0, [])).toBe('v2');
    expect(untold('v2', 0, [telling('v3')])).toBe('v2');
    expect(untold('v2', 0, [telling('v2')])).toBeUndefined();
    // It reads the certificate first.
    expect(untold('v2', 0, [{ type: 'Load' }])).toBeUndefined();
    expect(untold('v2', 1, [])).toBeUndefined();
    expect(untold('v9', 0, [])).toBeUndefined();
  });

  it('finds a validator that still waits for snapshots and no longer tells anybody', () => {
    const silent = (epochs: readonly number[]) => {
      const { afterHandover } = changeTold();
      const pushes = epochs.map((epoch) => ({ epoch, told: [], attempts: 1 }));
      const merging = stateOf(0, pushes, { epoch: 1, sources: [] });
      for (const name of ['v2', 'v3']) afterHandover?.(hearing(name, 1, PUSHING));
      return afterHandover?.(hearing('v4', 1, merging))?.facts;
    };
    expect(silent([1])).toBeUndefined();
    expect(silent([])).toEqual({ validator: 'v1', epoch: '1' });
  });

  it('does not count a validator that only knows of the change', () => {
    const { afterHandover } = changeTold();
    for (const name of ['v2', 'v3'])
      expect(afterHandover?.(hearing(name, 0, PUSHING))).toBeUndefined();
    expect(afterHandover?.(hearing('v4', 0, stateOf(0, [])))?.facts).toEqual({
      validator: 'v1',
      serving: '',
      epoch: '1',
    });
  });

  it('finds, at rest, a validator that has never told anybody', () => {
    const state = stateOf(0, []);
    const validators = [{ name: 'v1', state, stored: state, delivered: state }];
    expect(changeTold().atRest?.({ validators } as unknown as Retrospect)?.facts).toEqual({
      validator: 'v1',
      serving: '',
      epoch: '1',
    });
  });

  it('finds, at rest, any validator that has never told anybody', () => {
    const [done, idle] = [stateOf(1, [{ epoch: 1, told: [], attempts: 1 }]), stateOf(0, [])];
    const validators = [
      { name: 'v1', state: done },
      { name: 'v2', state: idle },
    ];
    const finding = changeTold().atRest?.({ validators } as unknown as Retrospect);
    expect(finding?.facts).toMatchObject({ validator: 'v2' });
  });

  describe('of a validator that tells others again', () => {
    const OLD = { ...committee(0), members: membersOf(['v1', 'v2', 'v3']) };
    const NEXT = { ...committee(1), members: membersOf(['v3', 'v4', 'v5']) };
    const pushing = (attempts: number) => ({
      ...{ committees: [OLD, NEXT] },
      handover: { served: 0, pushes: [{ epoch: 1, told: [], attempts }] },
    });
    const announcing = (to: string) => ({ type: 'Send', to, message: { type: 'AnnounceChange' } });
    const ALL = ['v2', 'v3', 'v4', 'v5'];

    function membersOf(names: readonly string[]) {
      return committee(0).members.flatMap(({ operator }, index) => {
        const host = names[index];
        if (host === undefined) return [];
        return [{ validator: { address: addressOf(host), host, rpcPort: 0 }, operator }];
      });
    }

    /** v1 takes a step after it has heard these say what they know and serve in. */
    function untoldAfter(
      told: readonly string[],
      heard: readonly (readonly [name: string, known: number, served: number])[] = [],
      { isFirst = false, also = [] as readonly object[] } = {},
    ) {
      const oracle = changeTold();
      const step = (input: object, attempts: number, effects: readonly object[]) =>
        oracle.afterHandover?.({
          ...{ node: 'v1', isFirst: isFirst && effects.length > 0, disk: () => [] },
          observation: { node: 'v1', input, before: pushing(1), after: pushing(attempts), effects },
        } as never);
      for (const [from, known, served] of heard) {
        const result = { type: 'EpochStatus', known, served };
        const message = { type: 'Response', requestId: 'handover/announce/1', result };
        step({ type: 'Message', from, message }, 1, []);
      }
      const effects = [...told.map(announcing), ...also];
      return step({ type: 'Timer', id: 'any' }, 2, effects)?.facts['untold'];
    }

    it.each(ALL)(
      'C4 finds that %s is not told, be it of the former or of the new committee',
      (who) => {
        const others = ALL.filter((name) => name !== who);
        expect(untoldAfter(others)).toBe(who);
        expect(untoldAfter(others, [], { also: [{ type: 'Send', to: who, message: {} }] })).toBe(
          who,
        );
        expect(untoldAfter(ALL)).toBeUndefined();
      },
    );

    it('C4 owes nothing to who has said that it knows, or that it serves, whatever it says later', () => {
      const others = ALL.slice(1);
      expect(untoldAfter(others, [['v2', 1, 0]])).toBeUndefined();
      expect(untoldAfter(others, [['v2', 0, 1]])).toBeUndefined();
      const later = [
        ['v2', 1, 0],
        ['v2', 0, 0],
      ] as const;
      expect(untoldAfter(others, later)).toBeUndefined();
      expect(untoldAfter(others, [['v2', 0, 0]])).toBe('v2');
    });

    it('C4 asks it of everybody again after a restart', () => {
      expect(untoldAfter(ALL.slice(1), [['v2', 1, 0]], { isFirst: true })).toBe('v2');
    });
  });

  it('C4 counts as serving who has once said so', () => {
    const { afterHandover } = changeTold();
    for (const [name, served] of [
      ['v2', 1],
      ['v3', 1],
      ['v3', 0],
    ] as const) {
      expect(afterHandover?.(hearing(name, served, PUSHING))).toBeUndefined();
    }
    expect(afterHandover?.(hearing('v4', 1, stateOf(0, [])))).toBeUndefined();
  });
});
