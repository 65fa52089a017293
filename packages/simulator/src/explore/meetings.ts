import type { Cluster } from './cluster.ts';
import type { Local, Machine } from './machines/machine.ts';
import { at } from './numbers/numbers.ts';
import type { Edge, Hearing, Steps } from './steps.ts';
import type { Ground } from './survey.ts';
import { goOn, type MayGoOn } from './time-is-up.ts';

/** What is needed to examine where parts of a cluster meet. */
export interface MeetingsOptions extends Pick<Ground, 'given' | 'language'> {
  readonly cluster: Cluster;
  readonly parts: readonly Steps[];
  /** The most states of one node to examine. */
  readonly max: number;
  readonly mayGoOn: MayGoOn;
}

/** A message that may reach a node in a state to which the messages of several parts bring it. */
export interface Meeting {
  readonly local: Local;
  readonly message: number;
  readonly breaksNode: boolean;
}

/** Called with each meeting. */
export type Meet = (meeting: Meeting) => void;

/**
 * Goes through everything that a node may receive in each state that the messages of several parts
 * bring it to, in whatever order they arrive.
 *
 * Returns whether the node always sends exactly what it sends if its part of the cluster is alone,
 * or breaks. This is tried with every message in every such state: nothing is assumed about the
 * code of the node.
 *
 * @throws TimeIsUpError if the time is up
 */
export function isApartAt(node: number, options: MeetingsOptions, meet: Meet): boolean {
  const { language, parts, max, mayGoOn } = options;
  const hear = createHearing(at(options.cluster.machines, node), options);
  const heard = parts.map((steps) => byLocal(steps.heardBy(node)));
  // If only one part sends to the node, it behaves as in that part alone.
  if (heard.filter(({ size }) => size > 0).length < 2) return true;
  const begun = parts.map((steps) => at(steps.begin, node).to);
  const queue: Stand[] = [{ places: begun, local: at(parts, 0).localAt(node, at(begun, 0)) }];
  const known = new Set<string>();

  function reach(next: Stand): void {
    const key = `${next.places.join()} ${language.identities.of(next.local)}`;
    if (!known.has(key)) queue.push(next);
    known.add(key);
  }

  /**
   * Handles everything that one part may send; returns whether the result is the same as without
   * the other parts.
   */
  function hearAll({ places, local }: Stand, part: number): boolean {
    const here = at(heard, part).get(at(places, part)) ?? [];
    return here.every((hearing) => {
      const after = hear(local, hearing);
      if (after === undefined) return false;
      const { message } = hearing;
      const breaksNode = after === BROKEN;
      if (breaksNode || !hearing.isInert) meet({ local, message, breaksNode });
      if (breaksNode) return true;
      const isStill = hearing.edge.to === hearing.local;
      if (!isStill) reach({ places: places.with(part, hearing.edge.to), local: after });
      return true;
    });
  }

  for (const stand of queue) {
    goOn(mayGoOn);
    if (known.size > max || !parts.every((_, part) => hearAll(stand, part))) return false;
  }
  return true;
}

/** What is left of a node that has broken. */
const BROKEN = 'broken';

/**
 * Creates the function that handles a message; it gives undefined if the result differs from that
 * in its own part, unless the node breaks.
 */
function createHearing(machine: Machine, { given, language }: MeetingsOptions) {
  const { identities, messages } = language;
  return (
    local: Local,
    { message, edge, local: place }: Hearing,
  ): Local | typeof BROKEN | undefined => {
    const taken = machine.hear(local, messages.at(message));
    if (taken.failure !== undefined) return BROKEN;
    const isSame =
      isEqual(taken.sent.map(messages.numberOf), edge.sent) &&
      isEqual(given.marksOf(machine, taken), edge.marks);
    const isStill = identities.of(taken.local) === identities.of(local);
    return isSame && (edge.to !== place || isStill) ? taken.local : undefined;
  };
}

/** Where each part alone would have brought a node, and where all of them together have. */
interface Stand {
  readonly places: readonly number[];
  readonly local: Local;
}

function byLocal(hearings: readonly Hearing[]): ReadonlyMap<number, readonly Hearing[]> {
  const found = new Map<number, Hearing[]>();
  for (const hearing of hearings) {
    const own = found.get(hearing.local);
    if (own === undefined) found.set(hearing.local, [hearing]);
    else own.push(hearing);
  }
  return found;
}

function isEqual(one: Edge['sent'], other: Edge['sent']): boolean {
  return one.length === other.length && one.every((each, index) => each === other[index]);
}
