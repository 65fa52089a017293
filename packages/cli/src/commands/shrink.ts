import { setImmediate as turn } from 'node:timers/promises';
import { causeOfScenario, type ScenarioSize, type Shrunk, shrinking } from '@quorate/fuzzer';
import { drawScenario, printScenario, runScenario, type Scenario } from '@quorate/simulator';
import { ArtefactError } from '../artefacts/artefact-error.ts';
import { findRecording } from '../artefacts/recording.ts';
import { seedText } from '../campaign/seed-range.ts';
import { type ExitCode, exitCodes, mostSevere } from '../exit-code.ts';
import { createProgress, type Progress } from '../fuzz/progress.ts';
import { interruptible } from '../interruptible.ts';
import { count } from '../report/words.ts';
import { reportFileFault } from '../report-files.ts';
import { loadScenarios } from '../scenario-files.ts';
import { headOf } from '../scenario-head.ts';
import type { Terminal } from '../terminal.ts';
import { ownVersion } from '../version.ts';
import { writeOutput } from '../write-report.ts';
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
 * first Ctrl-C ends the search with the smallest scenario so far.
 */
export async function shrink(
  path: string,
  { seed, attempts, output }: ShrinkCommandOptions,
  terminal: Terminal,
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
  const fault = reportFileFault({ '--output': output }, [loaded.file]);
  if (fault !== undefined) return refuseOutput(fault, terminal);
  const progress = await createProgress(terminal);
  const { shrunk, isWhole } = await interruptible((interrupt) =>
    shrunkUntil(interrupt, { failing, cause, attempts, progress }),
  );
  progress.end();
  const text = `# ${cause}\n#\n${frozen(loaded.file, shrunk.scenario, failing)}`;
  const unwritten = writeOutput(output, text, terminal);
  terminal.complain(
    [
      cause,
      `from ${describe(shrunk.from)}`,
      `to   ${describe(shrunk.to)}, in ${count(shrunk.attempts, 'attempt')}`,
      '',
    ].join('\n'),
  );
  if (!isWhole) terminal.complain('interrupted: this is the smallest found so far\n');
  const interrupted = isWhole ? [] : [exitCodes.interrupted];
  if (causeOfScenario(shrunk.scenario, { crypto: 'full' }) === cause) {
    return mostSevere([...unwritten, ...interrupted]);
  }
  terminal.complain('error: with all signatures verified it fails in another way, or not at all\n');
  return exitCodes.internal;
}

interface Wanted {
  readonly failing: Scenario;
  readonly cause: string;
  readonly attempts: number;
  readonly progress: Pick<Progress, 'say'>;
}

async function shrunkUntil(
  interrupt: AbortSignal,
  { failing, cause, attempts, progress }: Wanted,
): Promise<{ readonly shrunk: Shrunk; readonly isWhole: boolean }> {
  const steps = shrinking(failing, { attempts, mayGoOn: () => !interrupt.aborted });
  let step = steps.next();
  for (let attempt = 1; step.done !== true; attempt += 1) {
    progress.say(`shrinking, attempt ${attempt} of at most ${attempts}`);
    const stillFails = causeOfScenario(step.value, { crypto: 'stub' }) === cause;
    // Ctrl-C takes effect between two runs.
    await turn();
    step = steps.next(stillFails);
  }
  return { shrunk: step.value, isWhole: !interrupt.aborted };
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
    count(validators, 'validator'),
    count(clients, 'client'),
    count(operations, 'operation'),
    count(faults, 'fault'),
    count(acts, 'act'),
    `${count(features, 'feature')} of the network`,
  ].join(', ');
}
