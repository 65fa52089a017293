import type { ValidatorState } from '@quorate/core';
import { expect, it } from 'vitest';
import { hasMoved } from './standing.ts';

const BEFORE = {
  status: 'active',
  handover: { served: 0, pushes: [] },
  committees: [],
  ledger: { request: new Map(), account: new Map() },
};

it.each([
  ['its status', { status: 'merging' }, true],
  ['the epoch that it serves', { handover: { served: 1, pushes: [] } }, true],
  ['the committees that it knows', { committees: ['the next'] }, true],
  ['a request', { ledger: { ...BEFORE.ledger, request: new Map([['a', 'request']]) } }, true],
  ['what it pushes', { handover: { served: 0, pushes: ['a change'] } }, false],
  ['an account', { ledger: { ...BEFORE.ledger, account: new Map() } }, false],
])('tells whether a step has changed what a host reports: %s', (_, changed, isTold) => {
  const [before, after] = [BEFORE, { ...BEFORE, ...changed }] as unknown as [
    ValidatorState,
    ValidatorState,
  ];
  expect(hasMoved(before, after)).toBe(isTold);
});
