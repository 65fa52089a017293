import { expect, it } from 'vitest';
import type { Oracle, Retrospect, Start } from './oracle.ts';
import { createTeller } from './teller.ts';

const finding = { message: 'it broke', facts: {} };
const oracle: Oracle = {
  name: 'convergence',
  kind: 'safety',
  afterStart: () => finding,
  atRest: () => finding,
};

it.each([
  [
    'says in which event an oracle found something, but not of what it found at rest',
    () => 7,
    [7, undefined],
  ],
  [
    'says of nothing in which event it was found where events have no numbers',
    undefined,
    [undefined, undefined],
  ],
])('%s', (_, eventNow, expected) => {
  const { tell, reports } = createTeller([oracle], eventNow);
  tell.afterStart({ validator: 'v1' } as Start, 3n);
  tell.atRest({} as Retrospect, 5n);
  const [report] = reports();
  expect(report?.violations.map(({ at, event }) => [at, event])).toEqual([
    [3n, expected[0]],
    [5n, expected[1]],
  ]);
});
