import type { Line } from '../../arbitraries/plots/scene.ts';
import type { Draw } from '../draw.ts';
import { inManner, type MannerOdds } from './in-manner.ts';

/** The fraction of runs with clients that send what their transactions may build on. */
const ODDS = 0.15;

/**
 * In some runs, makes clients send certificates that settled before with some of their
 * transactions.
 */
export function witnessed(lines: readonly Line[], draw: Draw): readonly Line[] {
  const odds: MannerOdds = { stream: 'workload/witnesses', runs: ODDS, part: 0.6, may: () => true };
  return inManner(lines, { witnesses: true }, odds, draw);
}
