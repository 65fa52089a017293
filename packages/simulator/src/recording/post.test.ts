import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pay, scenarioOf } from '../../test/scenarios.ts';
import { generateScenario } from '../arbitraries/generate-scenario.ts';
import { DEFAULT_SPACE } from '../arbitraries/scenario-space.ts';
import { loadScenario } from '../scenario/read/load.ts';
import { type RecordedRun, recordRun } from './record-run.ts';
import type { RecordedMessage } from './recorded-message.ts';

const anySeed = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });

const anyRun = fc
  .tuple(anySeed, fc.constantFrom('safe' as const, 'beyond' as const))
  .map(([seed, profile]) =>
    recordRun(generateScenario({ ...DEFAULT_SPACE, profile }, seed), { crypto: 'stub' }),
  );

function expectSteps({ events, messages }: RecordedRun): void {
  for (const { message: place, from, to, kind, at } of events) {
    if (from === '') continue;
    const message = messages[place ?? -1];
    expect(message).toMatchObject({ from, to });
    if (message?.isAltered !== true) expect(message?.kind).toBe(kind);
    expect(message?.arrivals.some((arrival) => arrival.at <= at)).toBe(true);
  }
}

function expectEnds({ messages, losses }: RecordedRun): void {
  const ends = messages.flatMap(({ sent, arrivals, lost }) =>
    [...arrivals, ...(lost === undefined ? [] : [lost])].map(({ at }) => at - sent.at),
  );
  expect(ends.filter((nanos) => nanos < 0n)).toEqual([]);
  // Of several copies only the first loss is noted.
  const lost = messages.flatMap(({ lost: gone }) => gone?.reason ?? []);
  expect(new Set(lost)).toEqual(new Set(losses.map((each) => each.lost)));
  expect(lost.length).toBeLessThanOrEqual(losses.length);
}

/** Expects of each answer that its sender had got what it answers; liars answer who asks nothing. */
function expectAnswers({ messages }: RecordedRun): void {
  const isAnswer = ({ kind }: Pick<RecordedMessage, 'kind'>) => kind.startsWith('Response');
  for (const { from, to, kind, sent, answers } of messages) {
    if (answers === undefined) {
      const asks = messages.some((each) => each.from === to && each.to === from && !isAnswer(each));
      expect(isAnswer({ kind }) && asks).toBe(false);
      continue;
    }
    expect(isAnswer({ kind })).toBe(true);
    const request = messages[answers];
    expect(request).toMatchObject({ from: to, to: from });
    expect(request?.arrivals.some(({ event }) => event <= sent.event)).toBe(true);
  }
}

describe('the messages of a run', () => {
  it('are those that steps tell of, end after they were sent, and answer what had arrived', () => {
    fc.assert(
      fc.property(anyRun, (recorded) => {
        const { messages, result } = recorded;
        expect(messages.length).toBeGreaterThanOrEqual(result.costs.messages);
        expectSteps(recorded);
        expectEnds(recorded);
        expectAnswers(recorded);
      }),
      { numRuns: 6 },
    );
  });

  it('tell which request an answer answers, however often it was asked under one id', () => {
    const twin = readFileSync(
      new URL('../../../../scenarios/byzantine/twin.yaml', import.meta.url),
      'utf8',
    );
    const recorded = recordRun(loadScenario(twin, 'twin.yaml'), { crypto: 'stub' });
    const { messages } = recorded;
    expectAnswers(recorded);
    const late = messages.find(
      ({ from, to, kind }) =>
        from === 'v1' && to.startsWith('direct:') && kind === 'Response UnexpectedNonce',
    );
    expect(messages[late?.answers ?? -1]?.kind).toBe('SubmitTransaction');
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
