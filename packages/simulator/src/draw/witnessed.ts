import type { Line } from '../arbitraries/plots/scene.ts';
import type { Draw } from './draw.ts';
import { inManner, type MannerOdds } from './in-manner.ts';

/** How many runs have clients who show what their transactions may build on. */
const ODDS = 0.15;

/** Has clients show with some of their transactions what has settled before, now and then. */
export function witnessed(lines: readonly Line[], draw: Draw): readonly Line[] {
  const odds: MannerOdds = { stream: 'workload/witnesses', runs: ODDS, part: 0.6, may: () => true };
  return inManner(lines, { witnesses: true }, odds, draw);
}
