import { describe, expect, it } from 'vitest';
import { together } from './together.ts';

/** Asks about numbers, whose answers are their squares; each question waits for its turn. */
function world() {
  const questions: (readonly number[])[] = [];
  const waiting: ((failure?: Error) => void)[] = [];
  const ask = together((numbers: readonly number[]) => {
    questions.push(numbers);
    return new Promise<readonly number[]>((resolve, reject) => {
      waiting.push((failure) => {
        if (failure === undefined) resolve(numbers.map((each) => each * each));
        else reject(failure);
      });
    });
  });
  return { questions, ask, answer: (failure?: Error) => waiting.shift()?.(failure) };
}

describe('what is asked together', () => {
  it('is what comes at once, and then what comes while a question is under way', async () => {
    const { questions, ask, answer } = world();
    const first = Promise.all([ask(1), ask(2), ask(1)]);
    await Promise.resolve();
    const second = Promise.all([ask(3), ask(1)]);
    answer();
    expect(await first).toEqual([1, 4, 1]);
    answer();
    expect(await second).toEqual([9, 1]);
    expect(questions).toEqual([
      [1, 2],
      [3, 1],
    ]);
  });

  it('fails together, and what is asked later does not', async () => {
    const { ask, answer } = world();
    const first = Promise.allSettled([ask(1), ask(2)]);
    await Promise.resolve();
    const second = ask(3);
    answer(new Error('no'));
    expect((await first).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    answer();
    expect(await second).toBe(9);
  });
});
