import fc from 'fast-check';
import type { Draw } from '../draw/draw.ts';
import type { CommitteeChange } from '../scenario/committee-changes.ts';
import type { ScenarioClient } from '../scenario/scenario.ts';
import { share } from './sketch.ts';
import { chance } from './values.ts';

/** How many runs have a client who runs a validator. */
const ODDS = 0.25;

/**
 * Has one of the clients run a validator of the first committee now and then, so that it can ask to leave. For
 * the members of changes a registrar acts, and for one account only one may.
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
  const operates = free[Math.floor(which * free.length)];
  if (!takesPart || operates === undefined) return clients;
  const index = Math.floor(who * clients.length);
  return clients.map((client, at) => (at === index ? { ...client, operates } : client));
}
