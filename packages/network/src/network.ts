import type { NodeName, Transport } from '@quorate/transport';
import { createAttachments, freezeMessage } from '@quorate/transport';
import type { Clog, Passage } from './conditions.ts';
import { createLanes, type Lane } from './lanes.ts';
import type { Rng } from './rng.ts';
import { type Anatomy, drawTroubles, type Troubles } from './troubles.ts';

/** Reports one message at one moment of its journey. `at` is in nanoseconds since the Unix epoch. */
export interface NetworkEvent<M> {
  readonly at: bigint;
  readonly from: NodeName;
  readonly to: NodeName;
  readonly message: M;
}

/**
 * Says why a message was lost: the link lost it, is cut or loses answers, corruption left nothing to
 * read, or nobody was attached when it arrived.
 */
export type DropReason = 'link' | 'cut' | 'response' | 'corrupt' | 'detached';

/** Tells and awaits the time by which messages travel: virtual or real, in nanoseconds. */
export interface NetworkClock {
  now(): bigint;
  /** Runs `fire` when `at` is reached, never inside the call; `actor` is whose turn that is. */
  setTimer(at: bigint, fire: () => void, actor?: NodeName): unknown;
  /** Does the same once `delay` has passed, in nanoseconds. */
  after(delay: number, fire: () => void, actor?: NodeName): unknown;
}

/** Settles how a network behaves and who watches it. */
export interface FaultyNetworkOptions<M> {
  readonly clock: NetworkClock;
  readonly rng: Rng;
  /** Asked at every send, so a link that changes is a function that changes its answer. */
  readonly passage: Passage;
  readonly anatomy: Anatomy<M>;
  /**
   * Whether messages are frozen on their way, so that whoever changes one that others hold is found
   * out; true by default.
   */
  readonly freezes?: boolean;
  /** How many of its latest messages a link remembers, so that they can be replayed; 0 for none. */
  readonly memory: number;
  /** Hears of every message sent, before its fate is known; not of copies and replays. */
  readonly onSend?: (event: NetworkEvent<M>) => void;
  /** Hears of a message just before its receiver does. */
  readonly onDeliver?: (event: NetworkEvent<M>) => void;
  /** Hears of a message when it is lost. */
  readonly onDrop?: (event: NetworkEvent<M>, reason: DropReason) => void;
}

/** Carries messages over links that can go wrong. */
export interface FaultyNetwork<M> extends Transport<M> {
  /** Counts the messages that have neither arrived nor been lost, copies and replays included. */
  inFlight(): number;
  /** Loses all that is on its way, also where a clog holds it, and replays nothing of what was sent so far. */
  forget(): void;
}

type Parcel<M> = Pick<NetworkEvent<M>, 'from' | 'to' | 'message'>;

/** What the link itself has in store for a message. */
interface Luck {
  readonly delay: number;
  readonly isLost: boolean;
  readonly isCut: boolean;
}

/**
 * Creates a network whose delays and losses come from the streams `network/<from>→<to>`.
 *
 * A message costs its link the same draws whether it is lost or not, so a change of the loss rate
 * leaves the delays of other messages alone; what else befalls it comes from streams of its own (see
 * `drawTroubles`). A message to oneself takes no time, no luck and no link, but still waits for its
 * turn. Receivers get the very object that was sent.
 *
 * What `passage`, an observer or a receiver throws is not caught: it comes out of the `send` or
 * `runNext` that called it.
 */
export function createFaultyNetwork<M>(options: FaultyNetworkOptions<M>): FaultyNetwork<M> {
  const { clock, rng, passage, anatomy, memory, onSend, onDeliver, onDrop } = options;
  const freeze = options.freezes === false ? <T>(message: T): T => message : freezeMessage;
  const { attach, receiverOf } = createAttachments<M>();
  const { laneOf, forget } = createLanes<M>(rng, memory);
  const journeys = createForgettable(
    (hear) => createJourneys({ clock, passage, arrive: hear }),
    arrive,
  );
  let inFlight = 0;

  function arrive(parcel: Parcel<M>): void {
    inFlight -= 1;
    const receive = receiverOf(parcel.to);
    if (receive === undefined) {
      onDrop?.(eventOf(parcel, clock.now()), 'detached');
      return;
    }
    onDeliver?.(eventOf(parcel, clock.now()));
    receive(parcel.from, parcel.message);
  }

  function depart(delay: number, parcel: Parcel<M>): void {
    inFlight += 1;
    journeys.travel(delay, parcel);
  }

  function sendOver(lane: Lane<M>, event: NetworkEvent<M>): void {
    const { at, from, to } = event;
    const { stream, history, trouble } = lane;
    const link = lane.read(passage.link(from, to));
    const isLost = lane.losses.next(link.model, stream);
    const delay = link.delay(stream);
    const isCut = passage.isCut(from, to);
    if (link.hasTroubles) {
      const troubles = drawTroubles({ link, event, history, stream: trouble }, anatomy);
      suffer(event, troubles, { delay, isLost, isCut });
    } else if (isCut || isLost) {
      onDrop?.(event, isCut ? 'cut' : 'link');
    } else {
      depart(delay, event);
    }
    lane.remember(at, event.message);
  }

  function suffer(event: NetworkEvent<M>, troubles: Troubles<M>, luck: Luck): void {
    const { from, to } = event;
    const { message, late, copies, replayed } = troubles;
    const reason = lossReason(troubles, luck);
    if (reason !== undefined || message === undefined) {
      onDrop?.(event, reason ?? 'corrupt');
    } else {
      const parcel = { from, to, message: freeze(message) };
      const travels = luck.delay + late;
      depart(travels, parcel);
      for (const later of copies) depart(travels + later, parcel);
    }
    if (replayed !== undefined && !luck.isCut) {
      depart(replayed.delay, { from, to, message: replayed.message });
    }
  }

  return {
    attach,
    send(from, to, message) {
      freeze(message);
      const event = { at: clock.now(), from, to, message };
      onSend?.(event);
      if (from === to) {
        inFlight += 1;
        journeys.stay(event);
      } else {
        sendOver(laneOf(from, to), event);
      }
    },
    inFlight: () => inFlight,
    forget() {
      forget();
      journeys.forget();
      inFlight = 0;
    },
  };
}

function eventOf<M>({ from, to, message }: Parcel<M>, at: bigint): NetworkEvent<M> {
  return { at, from, to, message };
}

/** Brings parcels to their ends. */
interface Journeys<M> {
  /** Has one arrive once so many nanoseconds have passed, later where a clog is in the way. */
  readonly travel: (delay: number, parcel: Parcel<M>) => void;
  /** Has one arrive that its sender has sent to itself. */
  readonly stay: (parcel: Parcel<M>) => void;
}

/** Creates journeys that can be forgotten: of what had set out by then nothing arrives. */
function createForgettable<M>(
  begin: (arrive: (parcel: Parcel<M>) => void) => Journeys<M>,
  arrive: (parcel: Parcel<M>) => void,
): Journeys<M> & { readonly forget: () => void } {
  let current = beginNow();

  function beginNow(): Journeys<M> {
    const begun = begin((parcel) => {
      if (begun === current) arrive(parcel);
    });
    return begun;
  }

  return {
    travel: (delay, parcel) => current.travel(delay, parcel),
    stay: (parcel) => current.stay(parcel),
    forget() {
      current = beginNow();
    },
  };
}

function createJourneys<M>({
  clock,
  passage,
  arrive,
}: {
  readonly clock: NetworkClock;
  readonly passage: Passage;
  readonly arrive: (parcel: Parcel<M>) => void;
}): Journeys<M> {
  function hold(clog: Clog, due: bigint, parcel: Parcel<M>): void {
    const { from, to } = parcel;
    const goOn = (rank: bigint) => arriveAt(latest(due, clock.now() + rank), parcel);
    clog.keep({ from, to, goOn });
  }

  // Another clog may have come meanwhile.
  function arriveAt(due: bigint, parcel: Parcel<M>): void {
    const clog = passage.clogOf(parcel.from, parcel.to);
    if (clog === undefined) clock.setTimer(due, () => arrive(parcel), parcel.to);
    else hold(clog, due, parcel);
  }

  return {
    travel(delay, parcel) {
      const clog = passage.clogOf(parcel.from, parcel.to);
      if (clog === undefined) clock.after(delay, () => arrive(parcel), parcel.to);
      else hold(clog, clock.now() + BigInt(delay), parcel);
    },
    stay: (parcel) => void clock.after(0, () => arrive(parcel), parcel.to),
  };
}

function latest(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}

function lossReason(troubles: Troubles<unknown>, { isCut, isLost }: Luck): DropReason | undefined {
  if (isCut) return 'cut';
  if (isLost) return 'link';
  return troubles.isLost ? 'response' : undefined;
}
