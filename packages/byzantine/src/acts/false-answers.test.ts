import type { AccountInfo } from '@quorate/core';
import type { State, StateKey } from '@quorate/protocol';
import { describe, expect, it } from 'vitest';
import { statesRaised } from './false-answers.ts';

const [ZERO, GREATEST] = ['00'.repeat(32), 'ff'.repeat(32)] as [State, State];
const ONE = `${'00'.repeat(31)}01` as State;
const INFO = { type: 'AccountInfo', stateCells: [] as AccountInfo['stateCells'] } as AccountInfo;

describe('statesRaised', () => {
  it('adds to what state cells hold, and goes round at 2^256', () => {
    const [key, other] = [ZERO, GREATEST] as string[] as [StateKey, StateKey];
    const stateCells = [
      [key, ZERO],
      [other, GREATEST],
    ] as const;
    const raised = [
      [key, ONE],
      [other, ZERO],
    ];
    expect(statesRaised(1n)({ ...INFO, stateCells })).toEqual([{ ...INFO, stateCells: raised }]);
    expect(statesRaised(1n)(INFO)).toBeUndefined();
  });
});
