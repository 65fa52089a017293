import { type Finding, runForCause, type Shrunk } from '@quorate/fuzzer';
import { recordRun, type Scenario } from '@quorate/simulator';
import { seedText } from '../campaign/seed-range.ts';
import { type ExitCode, exitCodes } from '../exit-code.ts';
import { investigate } from '../investigate.ts';
import { judge } from '../judge.ts';
import type { FailedRun } from '../report/failure.ts';
import { count } from '../report/words.ts';
import { changesOption } from './changes.ts';
import type { FuzzJob } from './job.ts';
import type { Means } from './means.ts';

/** Hold one cause, its smallest scenario, and what running that once more came to. */
export interface ExaminedFinding extends Omit<Finding, 'scenario'> {
  readonly seed: bigint;
  /** Whether a fresh process came to the same. */
  readonly isConfirmed: boolean;
  /** Undefined where nothing was shrunk, because the run did not repeat itself. */
  readonly shrunk: Omit<Shrunk, 'scenario'> | undefined;
  /** Undefined where the simulator itself throws. */
  readonly run: FailedRun | undefined;
  readonly causes: readonly ExitCode[];
}

/** How many smaller scenarios are tried for each cause. */
export const SHRINK_ATTEMPTS = 1_000;

/** Runs the first failure of a cause again in a fresh process, and finds a smaller one there. */
export async function confirmAndShrink(
  { cause, scenario, first }: Finding,
  job: FuzzJob,
  means: Means,
  shrinkSeconds: number | undefined,
): Promise<Shrunk | undefined> {
  const again = await job.ask('confirm', means, scenario);
  if (again.cause !== cause || again.traceHash !== first.traceHash) return undefined;
  return await job.ask('shrink', means, {
    scenario,
    cause,
    attempts: SHRINK_ATTEMPTS,
    ...(shrinkSeconds === undefined ? {} : { seconds: shrinkSeconds }),
  });
}

/** Replays the smallest scenario of a cause with every signature verified, and keeps what it shows. */
export function examine(
  finding: Finding,
  shrunk: Shrunk | undefined,
  { crypto, space }: Means,
  root: string | undefined,
): ExaminedFinding {
  const { scenario: original, ...found } = finding;
  const scenario = insisting(shrunk?.scenario ?? original);
  const file = `fuzz-${seedText(original.seed)}`;
  const { result } = runForCause(scenario, { crypto });
  const isConfirmed = shrunk !== undefined;
  const { scenario: _, ...sizes } = shrunk ?? { scenario };
  const common = {
    ...found,
    seed: original.seed,
    isConfirmed,
    shrunk: 'attempts' in sizes ? sizes : undefined,
  };
  const unrepeated = isConfirmed ? [] : [exitCodes.nondeterminism];
  if (result === undefined) {
    return { ...common, run: undefined, causes: [exitCodes.failed, ...unrepeated] };
  }
  const repetition = isConfirmed
    ? undefined
    : { traceHash: finding.first.traceHash, differences: ['traceHash'] };
  const run = investigate(judge(file, result, repetition), {
    loaded: { file, scenario },
    record: recordRun,
    options: {},
    root,
    head: headOf(finding, { shrunk, scenario, space }),
  });
  return { ...common, run, causes: run.causes };
}

// A scenario with more than f liars expects nothing, and yet correct code must not break in it.
function insisting(scenario: Scenario): Scenario {
  return scenario.expect.verdict === 'any'
    ? { ...scenario, expect: { ...scenario.expect, verdict: 'pass' } }
    : scenario;
}

/** Says in comments what a scenario shows and where it comes from. */
function headOf(
  { cause, scenario: { seed } }: Finding,
  {
    shrunk,
    scenario,
    space,
  }: Pick<Means, 'space'> & {
    readonly shrunk: Shrunk | undefined;
    readonly scenario: Scenario;
  },
): string {
  const { validators, proxies, clients, accounts } = scenario.cluster;
  const names = [validators, proxies, [...clients, ...accounts].map(({ name }) => name)];
  const smaller =
    shrunk === undefined ? '' : `, and made smaller in ${count(shrunk.attempts, 'attempt')}`;
  return [
    `# ${cause}`,
    '#',
    `# Found by "quorate fuzz${changesOption(space.changes)}" with seed ${seedText(seed)}${smaller}.`,
    `# Nodes: ${names.map((group) => group.join(' ')).join(', ')}.`,
    '',
  ].join('\n');
}
