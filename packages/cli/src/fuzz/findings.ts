import { join } from 'node:path';
import { type Finding, isNoViolation, runForCause, type Shrunk } from '@quorate/fuzzer';
import { counted } from '@quorate/protocol';
import { printScenario, recordRun, type Scenario } from '@quorate/simulator';
import { type Keeping, tryToKeep } from '../artefacts/root.ts';
import { textDigest } from '../artefacts/text-digest.ts';
import { writeTogether } from '../artefacts/write-together.ts';
import { seedText } from '../campaign/seed-range.ts';
import { type ExitCode, exitCodes } from '../exit-code.ts';
import { JobLostError } from '../jobs/child.ts';
import { unlessCalledOff } from '../jobs/unless-called-off.ts';
import { unlessLost } from '../jobs/unless-lost.ts';
import type { FailedRun } from '../report/failure.ts';
import { investigate } from '../runs/investigate.ts';
import { judge } from '../runs/judge.ts';
import { nodesOf } from '../runs/scenario-head.ts';
import type { FuzzJob } from './job.ts';
import type { Means } from './means.ts';
import { commandOf, type Drawn, originOf } from './origin.ts';

/** One cause, its smallest scenario, and the result of running that once more. */
export interface ExaminedFinding extends Omit<Finding, 'scenario'> {
  readonly seed: bigint;
  /** Whether a fresh process gave the same result. */
  readonly isConfirmed: boolean;
  /**
   * Undefined if nothing was shrunk: because the run, or the smaller one, did not repeat itself, or
   * because nothing broke where a violation was expected.
   */
  readonly shrunk: Omit<Shrunk, 'scenario'> | undefined;
  /** Says how the process was lost that ran it again or made it smaller; undefined if none was. */
  readonly lost: string | undefined;
  /** Undefined if the simulator itself throws, or the run may have no end. */
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
  /** Set if a process was lost meanwhile; what it would have said is then missing. */
  readonly lost: JobLostError | undefined;
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
  finding: Finding,
  startJob: () => FuzzJob,
  looking: Looking,
): Promise<Verification> {
  const { cause, scenario, first } = finding;
  return await withJob(startJob, async (job) => {
    const again = await unlessLost(() => job.ask('confirm', looking.means, scenario));
    if (again instanceof JobLostError) {
      return { isConfirmed: false, shrunk: undefined, lost: again };
    }
    if (again.cause !== cause || again.traceHash !== first.traceHash) {
      return { isConfirmed: false, shrunk: undefined, lost: undefined };
    }
    const shrunk = await unlessLost(() => shrinkIn(job, finding, { ...looking, startJob }));
    return shrunk instanceof JobLostError
      ? { isConfirmed: true, shrunk: undefined, lost: shrunk }
      : { isConfirmed: true, shrunk, lost: undefined };
  });
}

/**
 * Finds a smaller failure of a cause; undefined if there is none to look for, or if it does not show
 * the cause elsewhere.
 */
async function shrinkIn(
  job: FuzzJob,
  { cause, scenario }: Finding,
  { startJob, means, seconds, interrupt }: Looking & { readonly startJob: () => FuzzJob },
): Promise<Shrunk | undefined> {
  if (isNoViolation(cause)) return undefined;
  const limit = seconds === undefined ? {} : { seconds };
  const task = { scenario, cause, attempts: SHRINK_ATTEMPTS, ...limit };
  const shrunk = await unlessCalledOff(() => job.ask('shrink', means, task), job, interrupt);
  if (shrunk === undefined) return undefined;
  const smaller = await withJob(startJob, (other) => other.ask('confirm', means, shrunk.scenario));
  return smaller.cause === cause ? shrunk : undefined;
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
 * If the process that ran the first failure again was lost, the scenario is kept and not run: here
 * nobody would end a run that has no end.
 */
export function examine(
  finding: Finding,
  { isConfirmed, shrunk, lost }: Verification,
  plan: Drawn & Means,
  keeping: Keeping,
): ExaminedFinding {
  const { scenario: original, ...found } = finding;
  const scenario = shrunk?.scenario ?? original;
  const file = `fuzz-${seedText(original.seed)}`;
  const { crypto } = plan;
  const mayHaveNoEnd = lost !== undefined && !isConfirmed;
  const { cause, result } = mayHaveNoEnd ? UNKNOWN : runForCause(scenario, { crypto });
  const common = {
    ...found,
    seed: original.seed,
    isConfirmed,
    shrunk: shrunk && sizesOf(shrunk),
    lost: lost?.message,
  };
  const head = headOf({ ...common, scenario }, plan);
  const isRepeated = isConfirmed && cause === finding.cause;
  const unlooked = lost === undefined ? [] : [exitCodes.environment];
  if (result === undefined) {
    const unrepeated = isRepeated || mayHaveNoEnd ? [] : [exitCodes.nondeterminism];
    const name = mayHaveNoEnd ? 'lost' : 'threw';
    const artefacts = keep(name, `${head}${printScenario(scenario)}`, keeping);
    const causes = [exitCodes.failed, ...unrepeated, ...unlooked];
    return { ...common, run: undefined, artefacts, causes };
  }
  const repetition = isRepeated
    ? undefined
    : { traceHash: finding.first.traceHash, differences: ['traceHash'] };
  const examined = investigate(judge(file, result, repetition), {
    loaded: { file, scenario },
    record: recordRun,
    options: {},
    keeping,
    head,
    reportsSecond: true,
  });
  const run = { ...examined, again: commandOf(common, plan) };
  return { ...common, run, artefacts: run.artefacts, causes: [...run.causes, ...unlooked] };
}

/** What a run came to that has not been made. */
const UNKNOWN = { cause: undefined, result: undefined };

function sizesOf({ scenario: _, ...sizes }: Shrunk): Omit<Shrunk, 'scenario'> {
  return sizes;
}

// Without a run there is nothing else to keep.
function keep(name: 'lost' | 'threw', text: string, keeping: Keeping): string | undefined {
  if (keeping.root === undefined) return undefined;
  const folder = join(keeping.root, 'failures', `${name}-${textDigest(text, 8)}`);
  const write = () => writeTogether(folder, { 'scenario.yaml': text });
  const isKept = tryToKeep(folder, keeping, write);
  return isKept ? folder : undefined;
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
    shrunk === undefined ? '' : `, and made smaller in ${counted(shrunk.attempts, 'attempt')}`;
  return [
    `# ${finding.cause}`,
    '#',
    `# Found by quorate fuzz with ${originOf(finding, drawn)}${smaller}.`,
    `# Nodes: ${nodesOf(scenario.cluster)}.`,
    '',
  ].join('\n');
}
