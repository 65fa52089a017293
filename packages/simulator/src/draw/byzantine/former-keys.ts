import fc from 'fast-check';
import { someLateTime } from '../../arbitraries/moments.ts';
import { oneFrom, type Sketches } from '../../arbitraries/sketch.ts';
import type { Stage } from '../../arbitraries/stage.ts';
import { chance } from '../../arbitraries/values.ts';
import type { ByzantineParty } from '../../scenario/byzantine/byzantine.ts';
import { FORBIDDEN_ROLES } from '../../scenario/byzantine/words.ts';
import type { Moment } from '../../scenario/faults/moment.ts';
import type { Swarm } from '../../scenario/swarm/swarm.ts';
import type { Draw } from '../draw.ts';
import { withDeed } from '../party.ts';

/** How many times likelier than a class of faults it is in a run that can have it. */
const ODDS = 0.25;

/** When some member has merged its way into the first new committee, or a time late in the run. */
const afterwards: Sketches<Stage, Moment> = fc.oneof(
  oneFrom(({ changes }: Stage) => changes[0]?.members ?? []).map(
    (node): ((stage: Stage) => Moment) =>
      (stage) => ({ kind: 'trigger', node: node(stage), after: 'merged', count: 1 }),
  ),
  someLateTime,
);

const roles = fc.constantFrom(...FORBIDDEN_ROLES);

/**
 * In some of the runs in which the committee changes, has a member of the first committee use its
 * key in a forbidden role after that committee has ended (rule V3): whatever forgets the keys of
 * former committees would let it.
 */
export function withFormerKeys(
  parties: readonly ByzantineParty[],
  { profile, odds, byzantine }: Swarm,
  { stage, draw }: { readonly stage: Stage; readonly draw: Draw },
): readonly ByzantineParty[] {
  const { cluster, budget, changes } = stage;
  const liar = budget.faulty.find((name) => cluster.validators.includes(name));
  const mayLie = profile === 'safe' && byzantine.validators.greatest > 0;
  if (!mayLie || liar === undefined || changes.length === 0) return parties;
  const drawn = fc.tuple(chance(Math.min(1, odds * ODDS)), afterwards, roles);
  const [takesPart, moment, role] = draw('byzantine/former-keys', drawn);
  if (!takesPart) return parties;
  return withDeed(parties, liar, { moment: moment(stage), act: 'take-role', role });
}
