import fc from 'fast-check';
import { act, type Line } from '../../arbitraries/plots/scene.ts';
import { share } from '../../arbitraries/sketch.ts';
import { chance } from '../../arbitraries/values.ts';
import type { ScenarioClient } from '../../scenario/cluster/cluster.ts';
import type { Swarm } from '../../scenario/swarm/swarm.ts';
import type { Draw } from '../draw.ts';

/** The fraction of clients operating a validator that ask to leave. */
const ODDS = 0.5;

/**
 * In some runs, makes clients of the cast that operate a validator ask to leave, before, during or
 * after everything else.
 */
export function leaving(
  lines: readonly Line[],
  { cast, swarm }: { readonly cast: readonly ScenarioClient[]; readonly swarm: Swarm },
  draw: Draw,
): readonly Line[] {
  if (swarm.operations.committee === 0) return lines;
  const operators = cast.filter(({ operates }) => operates !== undefined);
  return operators.reduce((all, { name }) => {
    const [leaves, where] = draw(`workload/${name}/leaving`, fc.tuple(chance(ODDS), share));
    const at = Math.floor(where * (all.length + 1));
    return leaves ? all.toSpliced(at, 0, act(name, { op: 'leave-committee' })) : all;
  }, lines);
}
