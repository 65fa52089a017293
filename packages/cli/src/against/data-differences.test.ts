import { describe, expect, it } from 'vitest';
import { differencesIn } from './data-differences.ts';

const pay = (amount: number) => ({ op: 'pay', amount });

describe('differencesIn', () => {
  it('names each element with an id, also where the other side has no such list', () => {
    const faults = [
      { id: 'f1', kind: 'crash' },
      { id: 'f2', kind: 'pause' },
    ];
    expect(differencesIn('', {}, { faults })).toEqual([
      { where: 'faults.f1', other: '{ kind: crash }' },
      { where: 'faults.f2', other: '{ kind: pause }' },
    ]);
    expect(differencesIn('', { faults }, {}).map(({ where }) => where)).toEqual([
      'faults.f1',
      'faults.f2',
    ]);
    expect(differencesIn('', {}, { amounts: [1, 2] })).toEqual([
      { where: 'amounts', other: '[ 1, 2 ]' },
    ]);
  });

  it('looks into the one element of a list that differs, and else names whole elements', () => {
    const [steps, others] = [
      [pay(1), pay(2)],
      [pay(1), pay(3)],
    ];
    expect(differencesIn('steps', steps, steps)).toEqual([]);
    expect(differencesIn('steps', steps, others)).toEqual([
      { where: 'steps[1].amount', own: '2', other: '3' },
    ]);
    expect(differencesIn('steps', steps, [pay(2), pay(3)]).map(({ where }) => where)).toEqual([
      'steps',
      'steps',
    ]);
    expect(differencesIn('steps', steps, [pay(2)])).toEqual([
      { where: 'steps', own: '{ op: pay, amount: 1 }' },
    ]);
  });
});
