import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pay, scenarioOf } from '../../test/scenarios.ts';
import { generateScenario } from '../arbitraries/generate-scenario.ts';
import { DEFAULT_SPACE } from '../arbitraries/scenario-space.ts';
import { recordRun } from './record-run.ts';

const anySeed = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });

const anyRun = fc
  .tuple(anySeed, fc.constantFrom('safe' as const, 'beyond' as const))
  .map(([seed, profile]) =>
    recordRun(generateScenario({ ...DEFAULT_SPACE, profile }, seed), { crypto: 'stub' }),
  );

const FEW = { numRuns: 8 };

describe('the messages of a run', () => {
  it('are those that steps tell of', () => {
    fc.assert(
      fc.property(anyRun, ({ events, messages, result }) => {
        expect(messages.length).toBeGreaterThanOrEqual(result.costs.messages);
        for (const { message: place, from, to, kind, at } of events) {
          if (from === '') continue;
          const message = messages[place ?? -1];
          expect(message).toMatchObject({ from, to });
          if (message?.isAltered !== true) expect(message?.kind).toBe(kind);
          expect(message?.arrivals.some((arrival) => arrival.at <= at)).toBe(true);
        }
      }),
      FEW,
    );
  });

  it('arrive or are lost after they were sent', () => {
    fc.assert(
      fc.property(anyRun, ({ messages, losses }) => {
        const ends = messages.flatMap(({ sent, arrivals, lost }) =>
          [...arrivals, ...(lost === undefined ? [] : [lost])].map(({ at }) => at - sent.at),
        );
        expect(ends.filter((nanos) => nanos < 0n)).toEqual([]);
        // Of several copies only the first loss is noted.
        const lost = messages.flatMap(({ lost: gone }) => gone?.reason ?? []);
        expect(new Set(lost)).toEqual(new Set(losses.map((each) => each.lost)));
        expect(lost.length).toBeLessThanOrEqual(losses.length);
      }),
      FEW,
    );
  });

  it('tell which request an answer answers', () => {
    const scenario = scenarioOf({
      clients: { alice: { balance: 9 }, bob: {} },
      steps: { alice: [pay('bob', 5)] },
    });
    const { messages } = recordRun(scenario);
    const answers = messages.filter(({ kind }) => kind.startsWith('Response'));
    expect(answers.length).toBeGreaterThan(4);
    for (const { from, to, answers: place = -1 } of answers) {
      expect(messages[place]).toMatchObject({ from: to, to: from });
    }
  });

  it.each([
    [
      'isHeld',
      { faults: [{ id: 'f', kind: 'clog', from: ['p1'], to: ['v4'], at: '0 s', for: '1 s' }] },
    ],
    ['isAltered', { network: { default: { corrupt: { probability: 0.5 } } } }],
  ] as const)('tell what the network did to them: %s', (mark, trouble) => {
    const clients = { alice: { balance: 9 }, bob: {} };
    const { messages } = recordRun(
      scenarioOf({ clients, steps: { alice: [pay('bob', 5)] }, ...trouble }),
    );
    const marked = messages.filter((message) => message[mark]);
    expect(marked.length).toBeGreaterThan(0);
    expect(marked.length).toBeLessThan(messages.length);
  });
});
