import fc from 'fast-check';
import type { Draw } from '../../draw/draw.ts';
import type { ScenarioClient } from '../../scenario/cluster/cluster.ts';
import type { CommitteeChange } from '../../scenario/cluster/committee-changes.ts';
import { elementAt, share } from '../sketch.ts';
import { chance } from '../values.ts';

/** The fraction of runs in which a client operates a validator. */
const ODDS = 0.25;

/**
 * Makes one of the clients the operator of a validator of the first committee in some runs, so that
 * it can ask to leave. The validator is never a member of a change: for these a registrar acts, and
 * only one party may use the nonces of an account.
 */
export function withOperator(
  clients: readonly ScenarioClient[],
  validators: readonly string[],
  changes: readonly CommitteeChange[],
  draw: Draw,
): readonly ScenarioClient[] {
  const drawn = draw('cluster/operator', fc.tuple(chance(ODDS), share, share));
  const [takesPart, who, which] = drawn;
  const free = validators.filter((name) => changes.every(({ members }) => !members.includes(name)));
  const operates = elementAt(free, which);
  if (!takesPart || operates === undefined) return clients;
  const index = Math.floor(who * clients.length);
  return clients.map((client, at) => (at === index ? { ...client, operates } : client));
}
