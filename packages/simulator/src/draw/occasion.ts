import fc from 'fast-check';
import { chance } from '../arbitraries/values.ts';
import type { ByzantineParty } from '../scenario/byzantine/byzantine.ts';
import type { WorkloadEntry } from '../scenario/scenario.ts';
import { isOfAccount } from '../scenario/steps/subject.ts';
import type { Swarm } from '../scenario/swarm/swarm.ts';
import type { Budget } from './budget.ts';
import type { Draw } from './draw.ts';
import { type Deed, withDeed } from './party.ts';

/** What there is to lie about, and which nodes may lie. */
export interface Occasion {
  readonly swarm: Swarm;
  readonly budget: Budget;
  readonly workload: readonly WorkloadEntry[];
}

/** A lie of a validator towards clients that read. */
export interface Lie {
  /** The name of the stream from which it is drawn. */
  readonly name: string;
  /** How many times likelier than a class of faults it is. */
  readonly odds: number;
  readonly deeds: fc.Arbitrary<Deed>;
}

/** In some runs, makes a validator that may be Byzantine lie to clients that read. */
export function withLie(
  parties: readonly ByzantineParty[],
  { name, odds, deeds }: Lie,
  occasion: Occasion,
  draw: Draw,
): readonly ByzantineParty[] {
  const liar = liarOn(occasion);
  if (liar === undefined) return parties;
  const share = Math.min(1, occasion.swarm.odds * odds);
  const [takesPart, deed] = draw(`byzantine/${name}`, fc.tuple(chance(share), deeds));
  return takesPart ? withDeed(parties, liar, deed) : parties;
}

/** Names the validator that lies to clients that read, if any validator may be Byzantine. */
function liarOn({ swarm, budget }: Occasion): string | undefined {
  const mayLie = swarm.profile === 'safe' && swarm.byzantine.validators.greatest > 0;
  return mayLie ? budget.faulty[0] : undefined;
}

/** Tells whether any client reads one of these accounts. */
export function isAnyRead(
  accounts: ReadonlySet<string>,
  workload: readonly WorkloadEntry[],
): boolean {
  return workload.some(({ client, steps }) =>
    steps.some(
      (step) => step.op === 'read' && isOfAccount(step) && accounts.has(step.of ?? client),
    ),
  );
}
