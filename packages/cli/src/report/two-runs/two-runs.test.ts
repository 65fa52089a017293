import { expect, it } from 'vitest';
import { withShortIds } from './two-runs.ts';

const id = (end: string) => `${'0'.repeat(64 - end.length)}${end}`;
const [one, other] = ['a1b2c3d4', 'ffeeddcc'].map((digits) => digits.repeat(8));

it('shortens the ids in what two messages say, unless both would read the same', () => {
  expect(withShortIds({ where: 'jobs', own: `[${one}]`, other: `[${other}]` })).toEqual({
    where: 'jobs',
    own: '[a1b2c3d4]',
    other: '[ffeeddcc]',
  });
  const alike = { where: 'tokens', own: id('1'), other: id('2') };
  expect(withShortIds(alike)).toEqual(alike);
  expect(withShortIds({ where: 'tokens', other: `${one}` })).toEqual({
    where: 'tokens',
    other: 'a1b2c3d4',
  });
});
