import type { Line } from '../arbitraries/plots/scene.ts';
import type { ScenarioCluster } from '../scenario/scenario.ts';
import type { Draw } from './draw.ts';
import { inManner, type MannerOdds } from './in-manner.ts';

/** How many runs in which certificates are let go of have some that are to stay. */
const ODDS = 0.8;

/** Elsewhere it makes no difference but in the bytes. */
const ODDS_OF_NO_USE = 0.03;

/** Has some of the transactions of a run be archival, mostly where others are let go of. */
export function archival(
  lines: readonly Line[],
  { prune }: Pick<ScenarioCluster, 'prune'>,
  draw: Draw,
): readonly Line[] {
  const odds: MannerOdds = {
    stream: 'workload/archival',
    runs: prune === undefined ? ODDS_OF_NO_USE : ODDS,
    part: 0.5,
    // Members of a shared account sign the same, or they are at odds.
    may: ({ from }) => from === undefined,
  };
  return inManner(lines, { archival: true }, odds, draw);
}
