import { type ExploreOptions, exploreScenario } from '@quorate/simulator';
import { describe, expect, it } from 'vitest';
import { mutantOf, rulesOf } from '../mutants/mutant-of.ts';
import { scenarioOf } from '../scenario-documents.ts';

type Precheck = 'asked' | 'remembered';

const pay = (to: string, amount: number) => ({ op: 'pay', to, amount });

/** Alice takes these steps, and each of the others pays her 1, all through one proxy. */
function paying(
  precheck: Precheck,
  validators: number,
  { steps, givers = [], liar }: Readonly<{ steps: object[]; givers?: string[]; liar?: string }>,
) {
  const entries = givers.map((client) => ({ id: client, client, steps: [pay('alice', 1)] }));
  const act = { id: 'more', act: 'lie', about: 'balance', by: 10 };
  return scenarioOf({
    cluster: {
      ...{ validators, precheck },
      clients: { alice: { balance: 10 }, bob: { balance: 10 }, carol: {} },
    },
    workload: [{ id: 'alice', client: 'alice', steps }, ...entries],
    byzantine: liar === undefined ? [] : [{ id: 'liar', node: liar, acts: [act] }],
  });
}

const twice = { steps: [pay('carol', 1), pay('carol', 1)] };

function bothWays(validators: number, course: typeof twice, options: ExploreOptions = {}) {
  const of = (precheck: Precheck) => exploreScenario(paying(precheck, validators, course), options);
  return [of('remembered'), of('asked')] as const;
}

describe('a proxy that remembers', () => {
  it.each<readonly [string, number, ExploreOptions]>([
    ['in any order', 1, {}],
    ['in any order, at two validators', 2, {}],
    ['whatever is lost', 1, { drops: 1 }],
    ['whatever arrives twice', 1, { duplicates: 1 }],
    ['wherever a validator crashes', 1, { crashes: 1 }],
  ])('ends as one that asks %s, after fewer messages', (_, validators, options) => {
    const [remembered, asked] = bothWays(validators, twice, options);
    expect(remembered).toMatchObject({ verdict: 'pass', complete: true });
    const endings = (found: typeof asked) => found.ends.map(({ states: _, ...end }) => end);
    expect(endings(remembered)).toEqual(endings(asked));
    expect(remembered.messages).toBeLessThan(asked.messages);
  });

  it('is another one for whatever it remembers', () => {
    const course = { steps: [pay('carol', 1), pay('carol', 10)], givers: ['bob'] };
    const [remembered, asked] = bothWays(1, course);
    expect(remembered).toMatchObject({ verdict: 'pass', complete: true });
    // What it remembers is a part of its state, so the same messages bring it into more states.
    expect(remembered.states).toBeGreaterThan(asked.states);
    expect(remembered.ends.map(({ settled }) => settled.length)).toEqual(
      asked.ends.map(({ settled }) => settled.length),
    );
  });

  it.each([
    [
      'first-cost-remembered',
      1,
      undefined,
      [{ op: 'batch', steps: [pay('carol', 1), pay('carol', 9)] }],
    ],
    ['remembered-from-f-plus-one', 2, 'v2', [pay('carol', 15)]],
    ['highest-funds-remembered', 2, 'v2', [pay('carol', 15)]],
  ] as const)('is found wrong if it is %s', (id, validators, liar, then) => {
    const course = { steps: [pay('carol', 1), ...then], ...(liar === undefined ? {} : { liar }) };
    const scenario = paying('remembered', validators, course);
    expect(exploreScenario(scenario)).toMatchObject({ verdict: 'pass', complete: true });
    const found = exploreScenario(scenario, rulesOf(mutantOf(id)));
    expect(found.verdict).toBe('violation:driven-with-cause');
    expect(found.written?.scenario?.cluster.precheck).toBe('remembered');
  });
});
