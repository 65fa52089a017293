import { performance } from 'node:perf_hooks';
import {
  causeOfScenario,
  headOfCause,
  type ScenarioSize,
  type Strategy,
  searchAlone,
  shrinkScenario,
} from '@quorate/fuzzer';
import type { GoOn } from '../jobs/answer-requests.ts';
import type { Means } from './means.ts';
import { loadMutants, pickMutants, rulesOf } from './wrong-rules.ts';

/** Which mutant is hunted, from which seed on, and when the hunt gives up. */
export interface Hunt {
  readonly mutant: string;
  readonly firstSeed: bigint;
  readonly strategy: Strategy;
  readonly runs: number;
  /** The limit in real time; a first run takes place in any case. */
  readonly seconds: number;
  /** How many smaller scenarios are tried; 0 means no shrinking. */
  readonly attempts: number;
}

/** The result of a hunt. */
export interface Catch {
  /** The runs up to and including the kill; all runs if there was none. */
  readonly runs: number;
  /** In real time. */
  readonly seconds: number;
  /** Undefined if the mutant survived, or if the right core fails too. */
  readonly kill: Kill | undefined;
  /**
   * Set if the right core fails the very scenario that was to convict the mutant: then the scenario
   * convicts nobody.
   */
  readonly core?: CoreFailure;
}

/** How the right core fails. */
export interface CoreFailure {
  readonly cause: string;
  /** The name of the scenario, which contains its seed. */
  readonly scenario: string;
}

/** How a mutant was killed. */
export interface Kill {
  /** The invariant that broke. */
  readonly oracle: string;
  readonly cause: string;
  /** Undefined if nothing was shrunk. */
  readonly size: ScenarioSize | undefined;
  /** The real time that shrinking took. */
  readonly shrinkSeconds: number;
}

/** What a hunt may be given besides its plan and means. */
interface Company {
  /** Called before each run. */
  readonly goOn?: GoOn;
  /** Replaces, in tests, the run of the right core on the same scenario. */
  readonly causeOf?: typeof causeOfScenario;
}

/**
 * Looks for a run in which a mutant breaks something, and shrinks the first such run.
 */
export async function goHunting(
  { mutant, firstSeed, strategy, runs, seconds, attempts }: Hunt,
  { space, crypto }: Means,
  { goOn = () => undefined, causeOf = causeOfScenario }: Company = {},
): Promise<Catch> {
  const [wrong] = pickMutants(await loadMutants(), [mutant]);
  const means = { crypto, ...(wrong === undefined ? {} : rulesOf(wrong)) };
  const start = performance.now();
  const end = start + seconds * 1000;
  let hasTried = false;
  // A mutant that was never tried has not survived anything.
  const mayGoOn = () => {
    goOn();
    const isFirst = !hasTried;
    hasTried = true;
    return isFirst || performance.now() < end;
  };
  const found = searchAlone({ space, strategy, firstSeed, runs, causes: 1, means, mayGoOn });
  const took = secondsSince(start);
  const [finding] = found.findings;
  if (finding === undefined) return { runs: found.runs, seconds: took, kill: undefined };
  const { cause, scenario, first } = finding;
  goOn();
  const core = causeOf(scenario, { crypto });
  if (core !== undefined) {
    const failure = { cause: core, scenario: scenario.name };
    return { runs: first.index + 1, seconds: took, kill: undefined, core: failure };
  }
  const shrinking = performance.now();
  const stillFails = (candidate: typeof scenario) => {
    goOn();
    return causeOfScenario(candidate, means) === cause;
  };
  const shrunk = attempts === 0 ? undefined : shrinkScenario(scenario, stillFails, { attempts });
  const shrinkSeconds = secondsSince(shrinking);
  const kill = { oracle: headOfCause(cause), cause, size: shrunk?.to, shrinkSeconds };
  return { runs: first.index + 1, seconds: took, kill };
}

function secondsSince(start: number): number {
  return (performance.now() - start) / 1000;
}
