import { faultyMax, quorumSize } from '@quorate/core';
import { type Mutant, wrongValidator } from '../mutant.ts';

/** Validators for which too few signatures make a quorum. */
export const QUORUMS: readonly Mutant[] = [
  wrongValidator(
    { id: 'quorum-of-two-f', rule: 'S1', title: 'takes 2f signatures for a quorum' },
    { quorum: (size) => Math.max(1, 2 * faultyMax(size)) },
  ),
  wrongValidator(
    { id: 'quorum-of-a-majority', rule: 'S1', title: 'takes more than half for a quorum' },
    { quorum: (size) => Math.floor(size / 2) + 1 },
  ),
  wrongValidator(
    {
      id: 'quorum-rounded-up',
      rule: 'S1',
      title: 'rounds two thirds up, which is one too few where three divides the committee',
      isHard: true,
    },
    { quorum: (size) => (size === 1 ? 1 : Math.ceil((2 * size) / 3)) },
  ),
  wrongValidator(
    {
      id: 'quorum-short-in-large-committees',
      rule: 'S1',
      title: 'takes one signature too few for a quorum in committees of ten',
      isHard: true,
    },
    { quorum: (size) => quorumSize(size) - (size >= 10 ? 1 : 0) },
  ),
];
