import type { Line } from '../../arbitraries/plots/scene.ts';
import type { Draw } from '../draw.ts';
import { inManner, type MannerOdds } from './in-manner.ts';

const ODDS: MannerOdds = {
  stream: 'workload/full-form',
  runs: 0.5,
  part: 0.5,
  // For other operations the two forms are the same.
  may: ({ operations }) => operations.some(({ op }) => op === 'claim'),
};

/**
 * Makes the senders of some claims sign them together with the signatures of their verifiers (rule
 * V10).
 */
export function inFullForm(lines: readonly Line[], draw: Draw): readonly Line[] {
  return inManner(lines, { form: 'full' }, ODDS, draw);
}
