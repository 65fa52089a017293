import { readFileSync } from 'node:fs';
import { type ExploreOptions, exploreScenario, printScenario } from '@quorate/simulator';
import { describe, expect, it } from 'vitest';
import { mutantOf, rulesOf } from '../mutants/mutant-of.ts';
import { scenarioOf, shippedScenario } from '../scenario-documents.ts';

const page = readFileSync(new URL('../../docs/exploring.md', import.meta.url), 'utf8');

const MALLORY = { alice: {}, bob: {}, mallory: { balance: 100 } };

/** Mallory signs two payments for one nonce, and hands each to some validators. */
function rivals(size: number, ...[one, other]: readonly (readonly string[])[]) {
  const act = {
    id: 'twice',
    act: 'equivocate',
    rivals: [
      { to: 'alice', amount: 100, validators: one },
      { to: 'bob', amount: 100, validators: other ?? one },
    ],
  };
  return scenarioOf({
    cluster: { validators: size, clients: MALLORY },
    workload: [],
    byzantine: [{ id: 'spender', node: 'mallory', acts: [act] }],
  });
}

/** Of four validators, two are asked for both. */
const overlapping = rivals(4, ['v1', 'v2', 'v3'], ['v2', 'v3', 'v4']);
const alone = rivals(1, ['v1']);

/** Mallory does something else than pay twice. */
function acting(size: number, ...deeds: readonly object[]) {
  const acts = deeds.map((act, index) => ({ id: `deed-${index + 1}`, ...act }));
  return scenarioOf({
    cluster: { validators: size, clients: MALLORY },
    workload: [],
    byzantine: [{ id: 'abuser', node: 'mallory', acts }],
  });
}

const explored = new Map<string, ReturnType<typeof exploreScenario>>();

/** Explores with correct nodes; each scenario only once. */
function correctly(scenario: ReturnType<typeof scenarioOf>, budgets: ExploreOptions = {}) {
  const key = `${printScenario(scenario)} ${JSON.stringify(budgets)}`;
  const found = explored.get(key) ?? exploreScenario(scenario, budgets);
  explored.set(key, found);
  return found;
}

function withMutant(id: string): ExploreOptions {
  return rulesOf(mutantOf(id));
}

describe('correct validators', () => {
  it('certify no two rivals, in whatever order, when one of four validators signs both, as docs/exploring.md shows', () => {
    const found = exploreScenario(shippedScenario('byzantine/rivals-in-any-order.yaml'));
    expect(found).toMatchObject({ verdict: 'pass', complete: true });
    expect(found.ends.map(({ settled }) => settled)).toEqual([
      ['mallory pays alice 100'],
      ['mallory pays bob 100'],
    ]);
    // All exact: another number means that another space was searched.
    expect([found.states, found.transitions, found.depth]).toEqual([30_285, 140_390, 17]);
    const checks = found.oracles.reduce((sum, oracle) => sum + oracle.checks, 0);
    expect(page).toContain(
      `checks  ${checks}, of ${found.oracles.length} invariants, in ${found.reruns} reruns`,
    );
  });

  it.each([
    ['what is lost', { drops: 1 }],
    ['what arrives twice', { duplicates: 1 }],
    ['a crash between any two effects', { crashes: 1 }],
  ])('bear %s', (_, budgets) => {
    for (const scenario of [alone, rivals(2, ['v1', 'v2'])]) {
      const found = correctly(scenario, budgets);
      expect(found).toMatchObject({ verdict: 'pass', complete: true });
      expect(found.states).toBeGreaterThan(correctly(scenario).states);
    }
  });

  it('end in three ways where a client signs twice: one of both settles, or its account is locked', () => {
    const { ends } = correctly(overlapping);
    expect(ends.map(({ outcomes, settled }) => [outcomes[0]?.outcome, ...settled])).toEqual([
      ['final', 'mallory pays alice 100'],
      ['final', 'mallory pays bob 100'],
      ['locked-by-own-equivocation'],
    ]);
  });

  it('end with an account locked by its own equivocation where two acts of one client are rivals', () => {
    const [one, other] = ['alice', 'bob'].map((to) => ({
      act: 'incomplete-certificate',
      flaw: 'duplicate',
      to,
      amount: 1,
    }));
    const { ends } = exploreScenario(acting(2, { ...one }, { ...other }));
    const outcomes = ends.flatMap((end) => end.outcomes.map(({ outcome }) => outcome));
    expect(outcomes).toEqual(['locked-by-own-equivocation']);
  });

  it('settle what an honest client pays through a proxy', () => {
    const found = exploreScenario(
      scenarioOf({
        cluster: { validators: 1, clients: { alice: { balance: 10 }, bob: {} } },
        workload: [
          { id: 'pays', client: 'alice', steps: [{ op: 'pay', to: 'bob', amount: 1 }] },
          { id: 'returns', client: 'bob', steps: [{ op: 'pay', to: 'alice', amount: 1 }] },
        ],
      }),
    );
    expect(found).toMatchObject({ verdict: 'pass', complete: true });
    const outcomes = found.ends.map((end) => end.outcomes.map(({ outcome }) => outcome).join(' '));
    // Bob has nothing before he is paid: in some orders he is refused.
    expect(outcomes).toEqual(['final final', 'final refused']);
  });

  it('settle what one client pays after another payment, at a nonce of its own', () => {
    const steps = [1, 2].map((amount) => ({ op: 'pay', to: 'bob', amount }));
    const found = exploreScenario(
      scenarioOf({
        cluster: { validators: 1, clients: { alice: { balance: 10 }, bob: {} } },
        workload: [{ id: 'pays', client: 'alice', steps }],
      }),
    );
    expect(found).toMatchObject({ verdict: 'pass', complete: true });
    expect(found.ends.map(({ settled }) => settled)).toEqual([
      ['alice pays bob 1', 'alice pays bob 2'],
    ]);
  });
});

describe('two Byzantine validators of four', () => {
  const found = exploreScenario(shippedScenario('byzantine/two-colluding-of-four.yaml'));

  it('certify two rivals, and the shortest way there is told event by event', () => {
    expect(found).toMatchObject({ verdict: 'violation:unique-certificate', complete: false });
    // Two signatures of correct validators, and two of each liar: no fewer make two quorums of
    // three.
    expect(found.events?.map(({ to }) => to)).toEqual(['v1', 'v3', 'v4', 'v2', 'v3', 'v4']);
  });

  it('are found within six events, and not within five', () => {
    const colluding = shippedScenario('byzantine/two-colluding-of-four.yaml');
    const within = (maxDepth: number) => exploreScenario(colluding, { maxDepth });
    expect(within(6).events).toEqual(found.events);
    expect(within(5)).toMatchObject({ verdict: 'unknown', cutOff: 'max-depth', complete: false });
  });

  it('are shown up to what they break where the search went no further', () => {
    const colluding = shippedScenario('byzantine/two-colluding-of-four.yaml');
    const { events, oracles, cutOff } = exploreScenario(colluding, { maxStates: 300 });
    expect(cutOff).toBe('max-states');
    const violations = oracles.flatMap((oracle) => oracle.violations);
    expect(new Set(violations.map(({ event }) => event))).toEqual(new Set([events?.at(-1)?.event]));
  });

  it('are named', () => {
    const [conflict] = found.forensics?.conflicts ?? [];
    expect(conflict?.intersection).toEqual(['v3', 'v4']);
    expect(conflict?.finding).toBe('assumption-broken');
  });
});

describe('a wrong validator', () => {
  it('is shown by as few events as it takes', () => {
    const act = { act: 'nonce-abuse', kind: 'gap', to: 'bob', amount: 1 };
    const [ahead, forgets] = [
      exploreScenario(acting(1, act), withMutant('nonce-one-ahead')),
      exploreScenario(alone, withMutant('credit-forgotten')),
    ].map(({ events }) => events?.map(({ kind }) => kind));
    expect(ahead).toEqual(['SubmitTransaction']);
    expect(forgets).toEqual(['SubmitTransaction', 'SubmitCertificate']);
  });

  it('is shown by more events when the time is up while fewer are searched for', () => {
    const forgets = withMutant('credit-forgotten');
    const exploredFor = (most: number) => {
      let asked = 0;
      const mayGoOn = () => {
        asked += 1;
        return asked <= most;
      };
      return { ...exploreScenario(alone, { ...forgets, mayGoOn }), asked };
    };
    const whole = exploredFor(Number.POSITIVE_INFINITY);
    const { verdict, cutOff, events = [] } = exploredFor(whole.asked - 1);
    expect([verdict, cutOff]).toEqual([whole.verdict, 'violation']);
    expect(events.length).toBeGreaterThan(whole.events?.length ?? 0);
  });

  it.each([
    ['quorum-of-two-f', 'unique-certificate', overlapping, {}],
    ['lock-unchecked', 'no-double-sign', overlapping, {}],
    ['lock-not-taken', 'no-double-sign', overlapping, {}],
    ['lock-cleared-on-refusal', 'no-double-sign', alone, { duplicates: 1 }],
    ['lock-in-memory-only', 'no-double-sign', alone, { crashes: 1 }],
    ['answer-before-lock', 'no-double-sign', alone, { crashes: 1 }],
    ['settled-before-written', 'nonce-monotone', alone, { crashes: 1 }],
    ['nonce-unchecked', 'refused-for-cause', alone, {}],
    ['nonce-stands-still', 'nonce-gapless', alone, {}],
    ['credit-forgotten', 'supply-conserved', alone, {}],
    ['lock-outlives-settlement', 'lock-exclusive', alone, {}],
    // No order delivers it again: a look back at the end finds it.
    ['replay-applied-again', 'idempotence', alone, {}],
    [
      'validator-counted-twice',
      'certificate-valid',
      acting(2, { act: 'incomplete-certificate', flaw: 'duplicate', to: 'bob', amount: 1 }),
      {},
    ],
    [
      'certificate-unchecked',
      'certificate-valid',
      acting(2, { act: 'incomplete-certificate', flaw: 'too-few', to: 'bob', amount: 1 }),
      {},
    ],
    [
      'nonce-one-ahead',
      'lock-exclusive',
      acting(1, { act: 'nonce-abuse', kind: 'gap', to: 'bob', amount: 1 }),
      {},
    ],
  ] as const)('%s breaks %s', (id, invariant, scenario, budgets) => {
    const found = exploreScenario(scenario, { ...withMutant(id), ...budgets });
    expect(found.verdict).toBe(`violation:${invariant}`);
    expect(found.events?.length).toBeGreaterThan(0);
    expect(correctly(scenario, budgets).verdict).toBe('pass');
  });
});
