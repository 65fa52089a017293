import { expect, it } from 'vitest';
import { suggest } from './diagnostic.ts';

it('suggest shows many numbered names by the first and the last, and one that has no number by itself', () => {
  const validators = ['v1', 'v2', 'v3', 'v4', 'v5', 'v6'];
  expect(suggest('w9', [...validators, 'v', 'p1'])).toBe('; expected one of v1 to v6, v, p1');
});

it('suggest leaves out a word with capitals that is also there in lower case', () => {
  expect(suggest('bobb', ['alice', 'Bob', 'bob'])).toBe('; did you mean "bob"?');
  expect(suggest('zed', ['alice', 'Bob', 'bob'])).toBe('; expected one of alice, bob');
  expect(suggest('Simtime', ['simTime', 'events'])).toBe('; did you mean "simTime"?');
});

it('suggest knows what people mean who have another word for it', () => {
  expect(suggest('transfer', ['mint', 'pay'])).toBe('; did you mean "pay"?');
  expect(suggest('type', ['id', 'op'])).toBe('; did you mean "op"?');
  expect(suggest('transfer', ['mint', 'burn'])).toBe('; expected one of mint, burn');
});
