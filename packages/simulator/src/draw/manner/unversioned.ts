import type { Line } from '../../arbitraries/plots/scene.ts';
import type { ScenarioCluster } from '../../scenario/cluster/cluster.ts';
import { unversionedFault } from '../../scenario/steps/unversioned-fault.ts';
import type { Draw } from '../draw.ts';
import { inManner, type MannerOdds } from './in-manner.ts';

/** The fraction of runs with clients that know no releases. */
const ODDS = 0.12;

/** The fraction where genesis treats such transactions specially. */
const ODDS_OF_OWN_TERMS = 0.6;

/** The fraction of the eligible transactions that such clients write without a release. */
const PART = 0.6;

/** In some runs, gives some of the transactions the un-versioned shape. */
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
    // Members of a multisig account have to sign the same transaction, so theirs stay unchanged.
    may: (step) => step.from === undefined && unversionedFault(step) === undefined,
  };
  return inManner(lines, { release: 'Unversioned' }, odds, draw);
}
