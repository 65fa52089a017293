import { strategyText } from '@quorate/fuzzer';
import { DEFAULT_SPACE } from '@quorate/simulator';
import { seedText } from '../campaign/seed-range.ts';
import { type ExitCode, exitCodes } from '../exit-code.ts';
import { type FailedRun, replayLine } from '../report/failure.ts';
import { quote } from '../report/shell.ts';
import { changesOption } from './changes-option.ts';
import type { FuzzPlan } from './plan.ts';

/** Where the first run of a cause comes from. */
interface Origin {
  readonly seed: bigint;
  /** Its name in the corpus; undefined if the seed gives it. */
  readonly keptAs: string | undefined;
}

/** The result of running a finding again. */
interface Repeated {
  readonly isConfirmed: boolean;
  /** Says how a process was lost that looked at it; undefined if none was. */
  readonly lost: string | undefined;
  readonly causes: readonly ExitCode[];
}

/** What is left of a finding to look at. */
interface Left {
  readonly run: FailedRun | undefined;
  readonly artefacts: string | undefined;
}

/** The part of a plan that decides what a seed gives. */
export type Drawn = Pick<FuzzPlan, 'space' | 'strategy'>;

/** Gives the options for unusual runs; empty for the usual ones. */
function spaceOptions({ space, strategy }: Drawn): string {
  const profile = space.profile === DEFAULT_SPACE.profile ? '' : ` --profile ${space.profile}`;
  const schedule = strategy.kind === 'random' ? '' : ` --strategy ${strategyText(strategy)}`;
  return `${profile}${schedule}${changesOption(space.changes)}`;
}

/** Says why a finding may not repeat itself, or is not as small as it could be; else it is empty. */
export function doubtOf({ causes, isConfirmed, lost }: Repeated): string {
  if (lost !== undefined) {
    return `, and the process that ${isConfirmed ? 'made it smaller' : 'ran it again'} was lost`;
  }
  if (!isConfirmed) return ', and a fresh process came to something else';
  return causes.includes(exitCodes.nondeterminism)
    ? ', and run again it came to something else'
    : '';
}

/**
 * Gives the command that shows the first run of a cause again; for a file, in the folder of the
 * corpus.
 */
export function commandOf({ seed, keptAs }: Origin, drawn: Drawn): string {
  if (keptAs !== undefined) return `npx quorate run ${quote(keptAs)}`;
  return `npx quorate fuzz --seeds ${seedText(seed)}..${seedText(seed)}${spaceOptions(drawn)}`;
}

/** Says what gives the first run of a cause again: a file of the corpus, or a seed and options. */
export function originOf({ seed, keptAs }: Origin, drawn: Drawn): string {
  return keptAs === undefined
    ? `seed ${seedText(seed)}${spaceOptions(drawn)}`
    : `${keptAs} of the corpus`;
}

/**
 * Gives the command that shows a finding again; if the simulator itself threw, the folder of its
 * scenario, if that was kept.
 */
export function replayOf({ run, artefacts }: Left): string {
  return run === undefined ? (artefacts ?? '') : replayLine(run, '');
}
