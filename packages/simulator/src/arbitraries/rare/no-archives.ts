import type { Draw } from '../../draw/draw.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import { chance } from '../values.ts';

/** The fraction of the runs with pruning that may do without archives in which there are none. */
const ODDS = 0.5;

/**
 * In half of the runs with pruning in which one proxy serves one committee, has nobody keep
 * everything: the proxy keeps what it has yet to deliver, so no validator is left behind, and what
 * is gone is gone for all (rule P7).
 *
 * A Byzantine client may deliver past the proxy, and a Byzantine proxy not at all: then only
 * archives could bring the others up to date.
 */
export function withoutArchives(scenario: Scenario, draw: Draw): Scenario {
  const { cluster, changes, byzantine } = scenario;
  const { prune, proxies, validators } = cluster;
  if (prune === undefined || proxies.length > 1 || changes.length > 0) return scenario;
  if (byzantine.some(({ node }) => !validators.includes(node))) return scenario;
  if (!draw('no-archives', chance(ODDS))) return scenario;
  return { ...scenario, cluster: { ...cluster, prune: { ...prune, archives: [] } } };
}
