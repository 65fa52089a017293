import { strategyText } from '@quorate/fuzzer';
import { DEFAULT_SPACE } from '@quorate/simulator';
import { seedText } from '../campaign/seed-range.ts';
import { exitCodes } from '../exit-code.ts';
import { changesOption } from './changes.ts';
import type { ExaminedFinding } from './findings.ts';
import type { FuzzPlan } from './plan.ts';

/** Hold what decides what a seed gives. */
export type Drawn = Pick<FuzzPlan, 'space' | 'strategy'>;

/** Writes the options that give other than the usual runs; empty where they are the usual ones. */
function spaceOptions({ space, strategy }: Drawn): string {
  const profile = space.profile === DEFAULT_SPACE.profile ? '' : ` --profile ${space.profile}`;
  const schedule = strategy.kind === 'random' ? '' : ` --strategy ${strategyText(strategy)}`;
  return `${profile}${schedule}${changesOption(space.changes)}`;
}

/** Says that a finding does not repeat itself; empty where it does. */
export function doubtOf({
  causes,
  isConfirmed,
}: Pick<ExaminedFinding, 'causes' | 'isConfirmed'>): string {
  if (!isConfirmed) return ', and a fresh process came to something else';
  return causes.includes(exitCodes.nondeterminism)
    ? ', and run again it came to something else'
    : '';
}

/** Says what gives the first run of a cause again: a file of the corpus, or a seed and options. */
export function originOf(
  { seed, keptAs }: Pick<ExaminedFinding, 'seed' | 'keptAs'>,
  drawn: Drawn,
): string {
  return keptAs === undefined
    ? `seed ${seedText(seed)}${spaceOptions(drawn)}`
    : `${keptAs} of the corpus`;
}
