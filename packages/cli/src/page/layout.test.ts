import { DEFAULT_SPACE, generateScenario } from '@quorate/simulator';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pageSource } from '../../test/recorded-page.ts';
import { pageData } from '../report/page-data.ts';
import { compareMoments, layOut } from './layout.ts';
import { createCauses } from './lineage.ts';
import { pick, USUAL_FILTER } from './pick.ts';
import type { Moment, RunData } from './run-data.ts';

const anyRun = fc
  .tuple(
    fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
    fc.constantFrom('safe' as const, 'beyond' as const),
  )
  .map(([seed, profile]): RunData => {
    return pageData(pageSource(generateScenario({ ...DEFAULT_SPACE, profile }, seed)));
  });

describe('any run', () => {
  it('puts what is later lower, each moment in a row of its own', () => {
    fc.assert(
      fc.property(anyRun, (data) => {
        const layout = layOut(data, pick(data, USUAL_FILTER), 100);
        const moments = data.messages
          .flatMap(({ sent, arrivals }): readonly Moment[] => [sent, ...arrivals])
          .toSorted(compareMoments);
        const ys = moments.map(layout.momentY);
        const isCrowded = (y: number, index: number) => {
          const [before, moment] = [moments[index - 1], moments[index]];
          if (before === undefined || moment === undefined) return false;
          return compareMoments(before, moment) !== 0 && y - (ys[index - 1] ?? 0) < 10;
        };
        expect(ys.filter(isCrowded)).toEqual([]);
        expect(layout.bottom).toBeLessThan(layout.height);
      }),
      { numRuns: 6 },
    );
  });

  it('has no cause that was sent after its effect', () => {
    fc.assert(
      fc.property(anyRun, fc.nat(), (data, pointer) => {
        const causes = createCauses(data);
        const place = pointer % Math.max(1, data.messages.length);
        const message = data.messages[place];
        if (message === undefined) return;
        const { before, after } = causes.of([place]);
        const order = (other: number) =>
          compareMoments(data.messages[other]?.sent ?? message.sent, message.sent);
        expect([...before].filter((cause) => order(cause) > 0)).toEqual([]);
        expect([...after].filter((effect) => order(effect) < 0)).toEqual([]);
      }),
      { numRuns: 8 },
    );
  });
});
