import { fewTimes, someScope } from '../../arbitraries/acts/bending.ts';
import { someMoment } from '../../arbitraries/moments.ts';
import { maybe, outline } from '../../arbitraries/sketch.ts';
import { type Culprit, clientsOf, type Stage } from '../../arbitraries/stage.ts';
import { chance } from '../../arbitraries/values.ts';
import type { BendingAct, Scope } from '../../scenario/byzantine/act.ts';
import type { ByzantineAct, ByzantineParty } from '../../scenario/byzantine/byzantine.ts';
import type { Draw } from '../draw.ts';

/** The fraction of the runs with such acts in which they touch only a part of the traffic. */
const ODDS = 0.4;

/** What is narrowed about an act, with how likely it is. */
const MOMENT = 0.4;
const PEERS = 0.5;
const SENDERS = 0.3;
const FEW_TIMES = 0.3;

type Narrowed = Pick<BendingAct, 'moment' | 'only' | 'times'>;

/** The acts that are drawn for the whole run and all traffic, and whether they are of an account. */
const ACTS: Partial<Readonly<Record<ByzantineAct['act'], { readonly isOfAccount: boolean }>>> = {
  swap: { isOfAccount: true },
  'forge-quorum': { isOfAccount: true },
  lie: { isOfAccount: true },
  'false-records': { isOfAccount: false },
  'other-certificates': { isOfAccount: false },
};

/**
 * In some runs, has acts that would touch everything throughout the run begin at a moment, or touch
 * only some nodes or accounts, or only a few requests.
 */
export function withNarrowed(
  parties: readonly ByzantineParty[],
  stage: Stage,
  draw: Draw,
): readonly ByzantineParty[] {
  if (!parties.some(({ acts }) => acts.some(isWhole))) return parties;
  if (!draw('byzantine/narrowed', chance(ODDS))) return parties;
  const [accomplice = ''] = clientsOf(stage);
  return parties.map((party) => {
    const culprit: Culprit = { ...stage, node: party.node, accomplice };
    const narrowed = (act: ByzantineAct): ByzantineAct => {
      if (!isWhole(act)) return act;
      const sketch = draw(`byzantine/narrowed/${act.id}`, waysOf(act));
      return {
        ...act,
        ...sketch(culprit),
        ...(act.times === undefined ? {} : { times: act.times }),
      };
    };
    return { ...party, acts: party.acts.map(narrowed) } as ByzantineParty;
  });
}

type WholeAct = Extract<ByzantineAct, BendingAct>;

/** Tells whether an act is one of these, and so far of all traffic. */
function isWhole(act: ByzantineAct): act is WholeAct {
  if (ACTS[act.act] === undefined || !('times' in act)) return false;
  return act.moment === undefined && !isNarrow(act.only);
}

function isNarrow({ peers, senders }: Scope): boolean {
  return peers !== undefined || senders !== undefined;
}

function waysOf({ act }: WholeAct) {
  const senders = ACTS[act]?.isOfAccount === true ? SENDERS : 0;
  return outline<Culprit, Narrowed>({
    moment: maybe(MOMENT, someMoment),
    only: someScope({ peers: PEERS, senders }),
    times: fewTimes(FEW_TIMES),
  });
}
