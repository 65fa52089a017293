import {
  causeOfScenario,
  isExpectation,
  isNoViolation,
  type ScenarioSize,
  type Shrunk,
  shrinking,
} from '@quorate/fuzzer';
import { counted } from '@quorate/protocol';
import {
  DEFAULT_SPACE,
  drawScenario,
  printScenario,
  runScenario,
  type Scenario,
} from '@quorate/simulator';
import { ArtefactError } from '../artefacts/artefact-error.ts';
import { findRecording } from '../artefacts/recording.ts';
import { seedText } from '../campaign/seed-range.ts';
import { type ExitCode, exitCodes, mostSevere } from '../exit-code.ts';
import { type FuzzJob, startFuzzProcess } from '../fuzz/job.ts';
import { createProgress, type Progress } from '../fuzz/progress.ts';
import { interruptible } from '../interruptible.ts';
import { JobLostError } from '../jobs/child.ts';
import { unlessCalledOff } from '../jobs/unless-called-off.ts';
import { unlessLost } from '../jobs/unless-lost.ts';
import { reportFileFault } from '../output/report-files.ts';
import type { Terminal } from '../output/terminal.ts';
import { writeOutput } from '../output/write-report.ts';
import { loadScenarios } from '../runs/scenario-files.ts';
import { headOf } from '../runs/scenario-head.ts';
import { ownVersion } from '../version.ts';
import { refuse, refuseOutput } from './refuse.ts';

/** The options of `quorate shrink`. */
export interface ShrinkCommandOptions {
  readonly seed?: bigint;
  /** How many smaller scenarios are tried. */
  readonly attempts: number;
  /** The file to write; standard output if absent. */
  readonly output?: string;
}

/**
 * Finds the smallest scenario that fails as this one does, and writes it with the trace hash of its
 * run.
 *
 * The search runs with stub signatures; its result is confirmed with all signatures verified. The
 * first Ctrl-C, or a smaller scenario that has no end, ends the search with the smallest so far.
 */
export async function shrink(
  path: string,
  { seed, attempts, output }: ShrinkCommandOptions,
  terminal: Terminal,
  startJob: () => FuzzJob = startFuzzProcess,
): Promise<ExitCode> {
  const { scenarios, mistakes } = loadFrom(path);
  const [loaded] = scenarios;
  if (mistakes.length > 0 || loaded === undefined) return refuse(mistakes, {}, terminal);
  const failing = drawScenario(loaded.scenario, seed);
  const cause = causeOfScenario(failing, { crypto: 'stub' });
  if (cause === undefined) {
    terminal.complain(`${failing.name} ends as it expects: there is nothing to shrink\n`);
    return exitCodes.noViolation;
  }
  if (isNoViolation(cause)) {
    const { verdict } = failing.expect;
    terminal.complain(`${failing.name} passes, and ${verdict} was expected: nothing to shrink\n`);
    return exitCodes.noViolation;
  }
  const fault = reportFileFault({ '--output': output }, [loaded.file]);
  if (fault !== undefined) return refuseOutput(fault, terminal);
  const progress = createProgress(terminal);
  const { shrunk, isInterrupted, lost } = await interruptible((interrupt) =>
    shrunkUntil(interrupt, { failing, cause, attempts, progress }, startJob),
  );
  progress.end();
  const text = `# ${cause}\n#\n${frozen(loaded.file, shrunk.scenario, failing)}`;
  const unwritten = writeOutput(output, text, terminal);
  terminal.complain(
    [
      cause,
      `from ${describe(shrunk.from)}`,
      `to   ${describe(shrunk.to)}, in ${counted(shrunk.attempts, 'attempt')}`,
      '',
    ].join('\n'),
  );
  if (isInterrupted) terminal.complain('interrupted: this is the smallest found so far\n');
  if (lost !== undefined) {
    terminal.complain(`error ${lost.message}; this is the smallest found so far\n`);
  }
  const early = [
    ...(isInterrupted ? [exitCodes.interrupted] : []),
    ...(lost === undefined ? [] : [exitCodes.environment]),
  ];
  if (causeOfScenario(shrunk.scenario, { crypto: 'full' }) === cause) {
    return mostSevere([...unwritten, ...early]);
  }
  terminal.complain('error with all signatures verified it fails in another way, or not at all\n');
  return exitCodes.internal;
}

interface Wanted {
  readonly failing: Scenario;
  readonly cause: string;
  readonly attempts: number;
  readonly progress: Pick<Progress, 'say'>;
}

interface Ended {
  readonly shrunk: Shrunk;
  readonly isInterrupted: boolean;
  /** Set if the process that runs the smaller scenarios was lost. */
  readonly lost: JobLostError | undefined;
}

// Runs that have no end would keep this process from hearing Ctrl-C, so another one makes them.
async function shrunkUntil(
  interrupt: AbortSignal,
  { failing, cause, attempts, progress }: Wanted,
  startJob: () => FuzzJob,
): Promise<Ended> {
  const means = { space: DEFAULT_SPACE, crypto: 'stub' } as const;
  let lost: JobLostError | undefined;
  const mayGoOn = () => !interrupt.aborted && lost === undefined;
  const steps = shrinking(failing, { attempts, mayGoOn, isExpectation: isExpectation(cause) });
  const job = startJob();
  try {
    let step = steps.next();
    for (let attempt = 1; step.done !== true; attempt += 1) {
      progress.say(`shrinking, attempt ${attempt} of at most ${attempts}`);
      const { value } = step;
      const run = () => unlessCalledOff(() => job.ask('confirm', means, value), job, interrupt);
      const made = await unlessLost(run);
      if (made instanceof JobLostError) lost = made;
      step = steps.next(!(made instanceof JobLostError) && made?.cause === cause);
    }
    return { shrunk: step.value, isInterrupted: interrupt.aborted, lost };
  } finally {
    job.stop();
  }
}

function loadFrom(path: string): ReturnType<typeof loadScenarios> {
  try {
    return loadScenarios([findRecording(path).file]);
  } catch (error) {
    if (!(error instanceof ArtefactError)) throw error;
    return { scenarios: [], mistakes: [error.message] };
  }
}

// The shrunk scenario may run with a smaller seed than the one with which it was drawn.
function frozen(file: string, scenario: Scenario, { seed: drawnWith }: Scenario): string {
  const { traceHash } = runScenario(scenario, { crypto: 'stub' });
  const provenance = { seed: seedText(drawnWith), tool: ownVersion(), traceHash };
  const head = headOf(file, { ...scenario, seed: drawnWith });
  return `${head}${printScenario({ ...scenario, provenance })}`;
}

function describe({ operations, clients, validators, faults, acts, features }: ScenarioSize) {
  return [
    counted(validators, 'validator'),
    counted(clients, 'client'),
    counted(operations, 'operation'),
    counted(faults, 'fault'),
    counted(acts, 'act'),
    `${counted(features, 'feature')} of the network`,
  ].join(', ');
}
