import * as core from '@quorate/core';
import { expect, it } from 'vitest';
import { faultyMax, quorumSize } from './quorums.ts';

it('f and q are those of the core, for any committee there may be', () => {
  for (let size = 1; size <= 1_000; size += 1) {
    const own = [faultyMax(size), quorumSize(size)];
    expect(own).toEqual([core.faultyMax(size), core.quorumSize(size)]);
  }
});
