import type { Line } from '../../arbitraries/plots/scene.ts';
import type { ScenarioCluster } from '../../scenario/cluster/cluster.ts';
import type { Draw } from '../draw.ts';
import { inManner, type MannerOdds } from './in-manner.ts';

/** The fraction of the runs with pruning in which some certificates must be kept. */
const ODDS = 0.8;

/** In other runs, `archival` makes no difference except in the bytes. */
const ODDS_OF_NO_USE = 0.03;

/** Makes some of the transactions of a run archival, mostly in runs with pruning. */
export function archival(
  lines: readonly Line[],
  { prune }: Pick<ScenarioCluster, 'prune'>,
  draw: Draw,
): readonly Line[] {
  const odds: MannerOdds = {
    stream: 'workload/archival',
    runs: prune === undefined ? ODDS_OF_NO_USE : ODDS,
    part: 0.5,
    // Members of a multisig account have to sign the same transaction, so theirs stay unchanged.
    may: ({ from }) => from === undefined,
  };
  return inManner(lines, { archival: true }, odds, draw);
}
