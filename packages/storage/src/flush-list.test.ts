import { expect, it } from 'vitest';
import { createFlushList } from './flush-list.ts';
import { StoreError } from './store.ts';

it('V8 tells of a failed flush only those who wait for no more than it covered', () => {
  const list = createFlushList();
  const heard: string[] = [];
  for (const covered of [1, 2, 3]) {
    list.add((failure) => heard.push(`${covered} ${failure?.code ?? 'durable'}`), covered);
  }
  list.report(2, new StoreError('no', { code: 'FlushFailed', retryable: true }));
  expect(heard).toEqual(['1 FlushFailed', '2 FlushFailed']);
  expect(list.isEmpty()).toBe(false);
  list.report(3, undefined);
  expect(heard.slice(2)).toEqual(['3 durable']);
  expect(list.isEmpty()).toBe(true);
});
