import { describe, expect, it } from 'vitest';
import { differencesIn } from './data-differences.ts';

const pay = (amount: number) => ({ op: 'pay', amount });

describe('differencesIn', () => {
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
