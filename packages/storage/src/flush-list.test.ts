import { expect, it } from 'vitest';
import { createFlushList } from './flush-list.ts';
import { StoreError } from './store.ts';

const FAILED = new StoreError('no', { code: 'FlushFailed', retryable: true });

it('V8 tells of a failed flush only those who wait for no more than it covered', () => {
  const list = createFlushList();
  const heard: string[] = [];
  for (const covered of [1, 1, 2, 3]) {
    list.add((failure) => heard.push(`${covered} ${failure?.code ?? 'durable'}`), covered);
  }
  list.report(2, FAILED);
  expect(heard).toEqual(['1 FlushFailed', '1 FlushFailed', '2 FlushFailed']);
  expect(list.isEmpty()).toBe(false);
  list.report(3, undefined);
  expect(heard.slice(3)).toEqual(['3 durable']);
  expect(list.isEmpty()).toBe(true);
});

it.each([
  ['a success', undefined, ['first durable', 'next durable'], true],
  ['a failure', FAILED, ['first FlushFailed'], false],
] as const)(
  'V8 tells who asks again inside the callback of %s as well only of a success',
  (_, failure, told, isEmpty) => {
    const list = createFlushList();
    const heard: string[] = [];
    list.add((outcome) => {
      heard.push(`first ${outcome?.code ?? 'durable'}`);
      list.add((next) => heard.push(`next ${next?.code ?? 'durable'}`), 1);
    }, 1);
    list.report(1, failure);
    expect(heard).toEqual(told);
    expect(list.isEmpty()).toBe(isEmpty);
  },
);
