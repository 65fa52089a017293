import type { Line } from '../arbitraries/plots/scene.ts';
import type { ScenarioCluster } from '../scenario/scenario.ts';
import { unversionedFault } from '../scenario/unversioned-fault.ts';
import type { Draw } from './draw.ts';
import { inManner, type MannerOdds } from './in-manner.ts';

/** How many runs have clients that know no releases. */
const ODDS = 0.12;

/** How many of those in which genesis says something of such transactions alone. */
const ODDS_OF_OWN_TERMS = 0.6;

/** How much of what can be said without a release they say so. */
const PART = 0.6;

/** Has some of the transactions of a run be in the un-versioned shape now and then. */
export function unversioned(
  lines: readonly Line[],
  { acceptsUnversioned, fees }: Pick<ScenarioCluster, 'acceptsUnversioned' | 'fees'>,
  draw: Draw,
): readonly Line[] {
  const hasOwnTerms = !acceptsUnversioned || fees?.token?.isDefault === true;
  const odds: MannerOdds = {
    stream: 'workload/unversioned',
    runs: hasOwnTerms ? ODDS_OF_OWN_TERMS : ODDS,
    part: PART,
    // Members of a shared account sign the same, or they are at odds.
    may: (step) => step.from === undefined && unversionedFault(step) === undefined,
  };
  return inManner(lines, { release: 'Unversioned' }, odds, draw);
}
