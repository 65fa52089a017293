import { describe, expect, it } from 'vitest';
import { adviceOn } from '../../../test/advice-on.ts';

const crash = (id: string, at: string, more: object = {}) => ({
  id,
  kind: 'crash',
  node: 'v1',
  at,
  ...more,
});
const FIRST = crash('first', '1 s', { restartAfter: '5 s' });

describe('advice on a fault that takes down what is down', () => {
  it.each([
    [[FIRST, crash('second', '2 s')], 1, 'fault "first" has taken v1 down by then, until 6 s'],
    [[crash('second', '2 s'), FIRST], 0, 'fault "first" has taken v1 down by then, until 6 s'],
    [[crash('first', '1 s'), crash('second', '9 s')], 1, 'fault "first" has taken v1 down by then'],
    [
      [FIRST, { ...crash('second', '5.9 s'), kind: 'amnesia', age: '1 s' }],
      1,
      'fault "first" has taken v1 down by then, until 6 s',
    ],
    // The second does nothing, so it keeps nobody down when the third strikes.
    [
      [FIRST, crash('second', '2 s'), crash('third', '7 s', { restartAfter: '1 s' })],
      1,
      'fault "first" has taken v1 down by then, until 6 s',
    ],
  ])('is given on %o', (faults, index, message) => {
    expect(adviceOn({ faults })).toEqual([
      `faults[${index}].at: the fault does nothing: ${message}`,
    ]);
  });

  it.each([
    { faults: [FIRST, crash('second', '6 s')] },
    { faults: [FIRST, crash('second', '1 s')] },
    { faults: [crash('short', '1 s', { restartAfter: '1 s' }), FIRST, crash('third', '3 s')] },
    { faults: [crash('long', '1 s'), FIRST, crash('third', '7 s')] },
    { faults: [FIRST, { ...crash('second', '2 s'), node: 'v2' }] },
    { faults: [FIRST, { ...crash('second', '2 s'), kind: 'pause' }] },
    { faults: [FIRST, crash('second', '2 s')], swarm: {}, expect: {} },
    {
      faults: [
        { id: 'full', kind: 'full-disk', node: 'v1', at: '0 s', for: '2 s' },
        FIRST,
        crash('second', '3 s'),
      ],
    },
    {
      faults: [
        { ...FIRST, restartAfter: undefined, until: { node: 'v2', after: 'settled' } },
        crash('second', '2 s'),
      ],
    },
  ])('is not given on %o', (rest) => {
    expect(adviceOn(rest)).toEqual([]);
  });
});
