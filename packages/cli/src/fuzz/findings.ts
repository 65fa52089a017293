import { join } from 'node:path';
import { type Finding, runForCause, type Shrunk } from '@quorate/fuzzer';
import { printScenario, recordRun, type Scenario } from '@quorate/simulator';
import { type Keeping, tryToKeep } from '../artefacts/root.ts';
import { textDigest } from '../artefacts/text-digest.ts';
import { writeTogether } from '../artefacts/write-together.ts';
import { seedText } from '../campaign/seed-range.ts';
import { type ExitCode, exitCodes } from '../exit-code.ts';
import { investigate } from '../investigate.ts';
import { unlessCalledOff } from '../jobs/unless-called-off.ts';
import { judge } from '../judge.ts';
import type { FailedRun } from '../report/failure.ts';
import { count } from '../report/words.ts';
import { nodesOf } from '../scenario-head.ts';
import type { FuzzJob } from './job.ts';
import type { Means } from './means.ts';
import { commandOf, type Drawn, originOf } from './origin.ts';

/** One cause, its smallest scenario, and the result of running that once more. */
export interface ExaminedFinding extends Omit<Finding, 'scenario'> {
  readonly seed: bigint;
  /** Whether a fresh process gave the same result. */
  readonly isConfirmed: boolean;
  /**
   * Undefined if nothing was shrunk, because the run, or the smaller one, did not repeat itself.
   */
  readonly shrunk: Omit<Shrunk, 'scenario'> | undefined;
  /** Undefined if the simulator itself throws. */
  readonly run: FailedRun | undefined;
  /** The folder of the artefacts; undefined if none are kept. */
  readonly artefacts: string | undefined;
  readonly causes: readonly ExitCode[];
}

/** How many smaller scenarios are tried for each cause. */
export const SHRINK_ATTEMPTS = 1_000;

/** What other processes found out about a finding. */
export interface Verification {
  /** Whether a fresh process gave the same result. */
  readonly isConfirmed: boolean;
  /** Undefined if nothing smaller shows the cause in a fresh process. */
  readonly shrunk: Shrunk | undefined;
}

/** How a finding is examined. */
export interface Looking {
  readonly means: Means;
  /** The limit of shrinking in real time; undefined means none. */
  readonly seconds: number | undefined;
  /** Ends the examination; the finding is then given back as it is. */
  readonly interrupt: AbortSignal;
}

/**
 * Runs the first failure of a cause again in a fresh process, and finds a smaller one there, which
 * has to show the cause in another fresh process: should runs influence later runs of their
 * process, the thousand runs of a shrink would.
 */
export async function confirmAndShrink(
  { cause, scenario, first }: Finding,
  startJob: () => FuzzJob,
  { means, seconds, interrupt }: Looking,
): Promise<Verification> {
  const { isConfirmed, shrunk } = await withJob(startJob, async (job) => {
    const again = await job.ask('confirm', means, scenario);
    if (again.cause !== cause || again.traceHash !== first.traceHash) {
      return { isConfirmed: false, shrunk: undefined };
    }
    const limit = seconds === undefined ? {} : { seconds };
    const task = { scenario, cause, attempts: SHRINK_ATTEMPTS, ...limit };
    const shrink = () => job.ask('shrink', means, task);
    return { isConfirmed: true, shrunk: await unlessCalledOff(shrink, job, interrupt) };
  });
  if (shrunk === undefined) return { isConfirmed, shrunk };
  const smaller = await withJob(startJob, (job) => job.ask('confirm', means, shrunk.scenario));
  return { isConfirmed, shrunk: smaller.cause === cause ? shrunk : undefined };
}

async function withJob<T>(startJob: () => FuzzJob, act: (job: FuzzJob) => Promise<T>): Promise<T> {
  const job = startJob();
  try {
    return await act(job);
  } finally {
    job.stop();
  }
}

/**
 * Replays the smallest scenario of a cause with every signature verified, and keeps the artefacts.
 */
export function examine(
  finding: Finding,
  { isConfirmed, shrunk }: Verification,
  plan: Drawn & Means,
  keeping: Keeping,
): ExaminedFinding {
  const { scenario: original, ...found } = finding;
  const smallest = shrunk?.scenario ?? original;
  const scenario = insisting(smallest);
  const file = `fuzz-${seedText(original.seed)}`;
  const { crypto } = plan;
  const { cause, result } = runForCause(smallest, { crypto });
  const { scenario: _, ...sizes } = shrunk ?? { scenario };
  const common = {
    ...found,
    seed: original.seed,
    isConfirmed,
    shrunk: 'attempts' in sizes ? sizes : undefined,
  };
  const head = headOf({ ...common, scenario }, plan);
  const isRepeated = isConfirmed && cause === finding.cause;
  const unrepeated = isRepeated ? [] : [exitCodes.nondeterminism];
  if (result === undefined) {
    const artefacts = keep(`${head}${printScenario(scenario)}`, keeping);
    return { ...common, run: undefined, artefacts, causes: [exitCodes.failed, ...unrepeated] };
  }
  const repetition = isRepeated
    ? undefined
    : { traceHash: finding.first.traceHash, differences: ['traceHash'] };
  const insisted =
    scenario === smallest ? result : (runForCause(scenario, { crypto }).result ?? result);
  const examined = investigate(judge(file, insisted, repetition), {
    loaded: { file, scenario },
    record: recordRun,
    options: {},
    keeping,
    head,
    reportsSecond: true,
  });
  const run = { ...examined, again: commandOf(common, plan) };
  return { ...common, run, artefacts: run.artefacts, causes: run.causes };
}

// If the simulator throws, there is no run to report.
function keep(text: string, keeping: Keeping): string | undefined {
  if (keeping.root === undefined) return undefined;
  const folder = join(keeping.root, 'failures', `threw-${textDigest(text, 8)}`);
  const write = () => writeTogether(folder, { 'scenario.yaml': text });
  const isKept = tryToKeep(folder, keeping, write);
  return isKept ? folder : undefined;
}

// A scenario with more than f liars allows any verdict, which would hide what was found.
function insisting(scenario: Scenario): Scenario {
  return scenario.expect.verdict === 'any'
    ? { ...scenario, expect: { ...scenario.expect, verdict: 'pass' } }
    : scenario;
}

/** Says in comments what a scenario shows and where it comes from. */
function headOf(
  {
    scenario,
    shrunk,
    ...finding
  }: Pick<ExaminedFinding, 'cause' | 'seed' | 'keptAs' | 'shrunk'> & {
    readonly scenario: Scenario;
  },
  drawn: Drawn,
): string {
  const smaller =
    shrunk === undefined ? '' : `, and made smaller in ${count(shrunk.attempts, 'attempt')}`;
  return [
    `# ${finding.cause}`,
    '#',
    `# Found by quorate fuzz with ${originOf(finding, drawn)}${smaller}.`,
    `# Nodes: ${nodesOf(scenario.cluster)}.`,
    '',
  ].join('\n');
}
