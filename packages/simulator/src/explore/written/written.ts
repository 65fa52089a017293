import type { RunResult, Verdict, Violation } from '../../run-result.ts';
import { runScenario } from '../../run-scenario.ts';
import type { ByzantineParty } from '../../scenario/byzantine/byzantine.ts';
import { expectForm } from '../../scenario/expectations.ts';
import type { Scenario, WorkloadEntry } from '../../scenario/scenario.ts';
import type { WorkloadStep } from '../../scenario/steps/step.ts';
import type { ExploreOptions } from '../explore-options.ts';
import type { Script } from './scribe.ts';

/** An order of events as a scenario, or why it is none. */
export type Written =
  | {
      readonly scenario: Scenario;
      /** Whether its `limits` end the run right after the order. */
      readonly isCut: boolean;
    }
  /** How a run that begins with these events ends: otherwise than the order does. */
  | { readonly scenario?: undefined; readonly endsWith: Verdict };

/** What is written down, and how it was found. */
export interface WrittenOptions extends Script {
  readonly explored: Scenario;
  readonly options: ExploreOptions;
  /** How the order ends. */
  readonly verdict: Verdict;
}

/** When a run ends that only its end shows to be wrong, in nanoseconds: before timers go off. */
const SOON = 1_000_000n;

/**
 * Makes a scenario of an order of events, and runs it to see that the same invariant breaks.
 *
 * What happens after the order may make good what is only wrong at its end: then the run ends soon
 * after the order. It may also break a graver invariant. Only if the explored scenario expects the
 * other one, the run ends with the event that breaks it: once the bug is mended, a run that is cut
 * off owes its clients answers.
 */
export function written({ explored, options, verdict, ...script }: WrittenOptions): Written {
  const { backend, validatorRules, proxyRules, clientRules } = options;
  const given = {
    ...(backend === undefined ? {} : { backend }),
    ...(validatorRules === undefined ? {} : { validatorRules }),
    ...(proxyRules === undefined ? {} : { proxyRules }),
    ...(clientRules === undefined ? {} : { clientRules }),
  };
  const run = (scenario: Scenario) => runScenario(scenario, { ...given, crypto: 'full' });
  const scenario = scenarioOf(explored, script);
  const ended = run(scenario);
  const violation = breachIn(ended, verdict);
  const isShown = violation !== undefined && explored.expect.verdict !== verdict;
  if (ended.verdict === verdict || isShown) return { scenario, isCut: false };
  const event = violation?.event;
  const { limits } = scenario;
  const shorter = {
    ...scenario,
    limits: event === undefined ? { ...limits, simTime: SOON } : { ...limits, events: event },
  };
  if (run(shorter).verdict === verdict) return { scenario: shorter, isCut: true };
  // At its end, a run is asked more than an order of events, and a graver invariant may break.
  return violation === undefined ? { endsWith: ended.verdict } : { scenario, isCut: false };
}

function breachIn({ oracles }: RunResult, verdict: Verdict): Violation | undefined {
  return oracles
    .flatMap(({ violations }) => violations)
    .find(({ oracle }) => verdict === `violation:${oracle}`);
}

/** No message and no flush takes any time. */
const AT_ONCE = { kind: 'const', mean: 0n } as const;

/** Leaves out of a scenario what an exploration ignores, and states the order instead. */
function scenarioOf(
  { provenance: _, phases: __, reseed: ___, ...explored }: Scenario,
  { order, crashes }: Script,
): Scenario {
  const { cluster, workload, byzantine, expect } = explored;
  return {
    ...explored,
    cluster: { ...cluster, disk: { flush: AT_ONCE } },
    network: { default: { delay: AT_ONCE, drop: 0 }, links: [], order, schedule: 'fifo' },
    workload: workload.map(atOnce),
    byzantine: byzantine.map(anyMoment),
    faults: crashes,
    expect: expectForm.load({ verdict: expect.verdict }),
  };
}

function atOnce({ steps, ...entry }: WorkloadEntry): WorkloadEntry {
  return { ...entry, start: 0n, steps: steps.filter(({ op }) => op !== 'wait').map(anyEnd) };
}

function anyEnd(step: WorkloadStep): WorkloadStep {
  return step.op === 'transaction' ? { ...step, outcome: undefined, code: undefined } : step;
}

function anyMoment({ acts, ...party }: ByzantineParty): ByzantineParty {
  return {
    ...party,
    acts: acts.map((act) =>
      act.act === 'equivocate' && act.cross !== undefined
        ? { ...act, moment: undefined, cross: 0n }
        : { ...act, moment: undefined },
    ),
  };
}
