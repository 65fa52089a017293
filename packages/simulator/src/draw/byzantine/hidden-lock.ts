import fc from 'fast-check';
import { oneFrom, type Sketches, shuffledFrom } from '../../arbitraries/sketch.ts';
import { clientsOf, type Stage } from '../../arbitraries/stage.ts';
import { chance, span } from '../../arbitraries/values.ts';
import { quorumSize } from '../../quorums.ts';
import type { ByzantineParty } from '../../scenario/byzantine/byzantine.ts';
import type { Rival } from '../../scenario/byzantine/client-act.ts';
import type { Fault } from '../../scenario/faults/fault.ts';
import type { Swarm } from '../../scenario/swarm/swarm.ts';
import type { Draw } from '../draw.ts';
import { partyOf, THROUGHOUT } from '../party.ts';

/** An attack in which several parties take part. */
export interface Attack {
  readonly parties: readonly ByzantineParty[];
  readonly faults: readonly Fault[];
}

/**
 * The fraction of the runs with changes of committee that have the attack which handovers must
 * withstand.
 */
const ODDS = 0.25;

/**
 * Decides whether a run has the attack, and draws its details; none if a necessary party is
 * missing.
 */
export function drawHiddenLock(
  { profile, byzantine }: Swarm,
  stage: Stage,
  draw: Draw,
): Attack | undefined {
  const hiders = hidersOf(stage).length;
  const isAllowed =
    profile === 'safe' &&
    byzantine.validators.greatest >= hiders &&
    byzantine.clients.greatest > 0 &&
    // If the swarm demands Byzantine nodes of some role, it gets those instead.
    Object.values(byzantine).every(({ least }) => least === 0);
  const hasParts = hiders > 0 && stage.changes.length > 0 && stage.cluster.clients.length > 0;
  if (!isAllowed || !hasParts) return undefined;
  return draw('hidden-lock', chance(ODDS)) ? draw('hidden-lock/how', attacks)(stage) : undefined;
}

/** The validators of the first committee that may lie. */
const hidersOf = ({ budget, cluster }: Stage) =>
  budget.faulty.filter((name) => cluster.validators.includes(name));

/**
 * The attack that handovers must withstand (rules C5, C6). A client gets a payment certified by as
 * few validators as possible, some of them liars, and asks the next committee to sign a rival as
 * soon as a member has merged. The liars sign both and show the lock of neither, and what the other
 * validators know of the payment reaches the next committee late.
 */
const attacks: Sketches<Stage, Attack> = fc
  .tuple(
    oneFrom(({ cluster }: Stage) => cluster.clients),
    shuffledFrom(clientsOf),
    shuffledFrom(({ budget, cluster }: Stage) =>
      budget.correct.filter((name) => cluster.validators.includes(name)),
    ),
    shuffledFrom(nextMembers),
    fc.tuple(span(0, 800), span(1_000, 6_000), fc.constantFrom(0, 0, 0, 1, 2)),
  )
  .map(([culprit, payees, order, merging, [lead, lasts, early]]) => (stage) => {
    const { name: attacker, balance: amount } = culprit(stage);
    const [first = attacker, second = attacker] = payees(stage);
    const hiders = hidersOf(stage);
    const honest = order(stage);
    const enough = quorumSize(stage.cluster.validators.length) - hiders.length;
    const asked = honest.slice(0, enough);
    // Validators that are asked for the rival before the committee changes hold the account as
    // contested.
    const contesting = honest.slice(enough, enough + early);
    const pays = (
      to: string,
      validators: readonly string[],
      deliver?: readonly string[],
    ): Rival => ({
      to,
      amount,
      validators,
      deliver,
    });
    const before = pays(first, [...hiders, ...asked], []);
    const beside = pays(second, [...hiders, ...contesting]);
    const [node = ''] = merging(stage);
    const equivocation = { act: 'equivocate', nonce: undefined, cross: undefined } as const;
    const merged = { kind: 'trigger', node, after: 'merged', count: 1 } as const;
    return {
      parties: [
        ...hiders.map((name) => hider(name, attacker)),
        partyOf(attacker, [
          {
            ...equivocation,
            moment: { kind: 'time', at: shortlyBefore(stage, lead) },
            rivals: [before, beside],
          },
          {
            ...equivocation,
            moment: merged,
            rivals: [pays(second, nextMembers(stage)), pays(first, [])],
          },
        ]),
      ],
      faults: delays(asked, stage, lasts),
    };
  });

/** The members after the first change. */
function nextMembers({ changes }: Stage): readonly string[] {
  return changes[0]?.members ?? [];
}

/** Gives a time shortly before the first change, if that has a time. */
function shortlyBefore({ changes, horizon }: Stage, lead: bigint): bigint {
  const moment = changes[0]?.moment;
  const due = moment?.kind === 'time' && moment.at < horizon ? moment.at : 0n;
  return due > lead ? due - lead : due;
}

/** Delays what some nodes send to the next members, from the first freeze on. */
function delays(from: readonly string[], stage: Stage, lasts: bigint): readonly Fault[] {
  const [first] = from;
  const to = nextMembers(stage).filter((name) => !from.includes(name));
  if (first === undefined || to.length === 0) return [];
  const moment = { kind: 'trigger', node: first, after: 'frozen', count: 1 } as const;
  return [{ id: 'hidden-lock', kind: 'clog', from, to, direction: 'one-way', moment, for: lasts }];
}

function hider(node: string, attacker: string): ByzantineParty {
  const lie = { of: attacker, shows: 'nothing', to: attacker, amount: 1n } as const;
  return partyOf(node, [
    { ...THROUGHOUT, act: 'collude', with: attacker },
    { ...THROUGHOUT, act: 'false-snapshot', ...lie },
  ]);
}
