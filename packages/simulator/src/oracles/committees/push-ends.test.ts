import type { Committee, ValidatorState } from '@quorate/core';
import { addressOf } from '@quorate/testkit';
import { describe, expect, it } from 'vitest';
import { createCommitteeBook } from '../committee-book.ts';
import type { Retrospect, ValidatorAtRest } from '../oracle.ts';
import { pushEnds } from './push-ends.ts';

const NAMES = ['v1', 'v2', 'v3', 'v4'];
const KEY = 'alice/0';

const committeeOf = (names: readonly string[]): Committee => ({
  epoch: 1,
  members: names.map((host) => ({
    validator: { address: addressOf(host), host, rpcPort: 0 },
    operator: addressOf(`operator of ${host}`),
  })),
});
const RUNNING = committeeOf(NAMES);

/** A validator at the end of a run; the one that has left may be pushing still. */
function atRest(name: string, isSettled: boolean, known = 1): ValidatorAtRest {
  const handover = { late: new Map(name === 'v5' ? [[KEY, {}]] : []) };
  const settled = new Map(isSettled ? [[KEY, 'ab'.repeat(32)]] : []);
  const committee = new Map(Array.from({ length: known }, (_, at) => [String(at + 1), {}]));
  const state = { handover, ledger: { settled, committee } } as unknown as ValidatorState;
  return { name, state, stored: state, delivered: state };
}

function findingOf(
  settled: readonly string[],
  { near = NAMES, known = 1 }: { readonly near?: readonly string[]; readonly known?: number } = {},
) {
  const book = createCommitteeBook({ ...RUNNING, epoch: 0 });
  const validators = [
    ...NAMES.map((name) => atRest(name, settled.includes(name))),
    atRest('v5', true, known),
  ];
  const couldBring = (from: string, to: string) => from === 'v5' && near.includes(to);
  const run = { validators, couldBring } as unknown as Retrospect;
  return pushEnds({ committees: { ...book, running: () => RUNNING } }).atRest?.(run);
}

/** Gives what is found when the validator that pushes is the whole committee. */
function foundAlone(isQuiet: boolean) {
  const book = createCommitteeBook({ ...RUNNING, epoch: 0 });
  const run = { validators: [atRest('v5', true)], couldBring: () => isQuiet };
  const committees = { ...book, running: () => committeeOf(['v5']) };
  return pushEnds({ committees }).atRest?.(run as unknown as Retrospect);
}

describe('push-ends', () => {
  it('C4 finds a validator that goes on pushing what a quorum has settled', () => {
    expect(findingOf(['v1', 'v2', 'v3'])?.facts).toEqual({ validator: 'v5', settled: 'v1 v2 v3' });
  });

  it('lets a push go on while too few have settled it', () => {
    expect(findingOf(['v1', 'v2'])).toBeUndefined();
  });

  it('has nothing against a validator that cannot hear of it', () => {
    expect(findingOf(NAMES, { near: ['v1', 'v2'] })).toBeUndefined();
    expect(findingOf(NAMES, { known: 0 })).toBeUndefined();
  });

  it('gives a validator that is a quorum by itself time until it would push again', () => {
    expect(foundAlone(false)).toBeUndefined();
    expect(foundAlone(true)?.facts).toEqual({ validator: 'v5', settled: 'v5' });
  });
});
