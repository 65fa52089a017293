import fc from 'fast-check';
import { expect, it } from 'vitest';
import { timeText, timeTexts } from './model.ts';

it('writes times with three digits, and with as many as tell each from the one before', () => {
  const second = 1_000_000_000;
  expect(timeTexts([0, 86_839_000, second, second + 7_000_000, second + 7_000_001])).toEqual([
    '0 ns',
    '86.8 ms',
    '1.00 s',
    '1.007 s',
    '1.007000001 s',
  ]);
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 400_000_000_000 }), { maxLength: 20 }), (times) => {
      const texts = timeTexts(times);
      for (const [index, at] of times.entries()) {
        const isSame = index > 0 && texts[index] === texts[index - 1];
        if (isSame) expect(at).toBe(times[index - 1]);
        expect(texts[index]?.slice(0, 3)).toBe(timeText(at).slice(0, 3));
      }
    }),
  );
});
