import type { NodeName, Transport } from '@quorate/transport';
import { createAttachments, freezeMessage } from '@quorate/transport';
import type { Clog, Passage } from './conditions.ts';
import { createLanes, type Lane } from './lanes.ts';
import type { Rng } from './rng.ts';
import { type Anatomy, drawTroubles, type Troubles } from './troubles.ts';

/** A message at one moment of its journey. `at` is in nanoseconds since the Unix epoch. */
export interface NetworkEvent<M> {
  readonly at: bigint;
  readonly from: NodeName;
  readonly to: NodeName;
  readonly message: M;
}

/**
 * Why a message was lost: lost by the link, the link is cut, lost as an answer, damaged beyond
 * reading, or nobody was attached when it arrived.
 */
export type DropReason = 'link' | 'cut' | 'response' | 'corrupt' | 'detached';

/**
 * What becomes of a message whose time has come: it arrives, which is usual, it is lost, or a copy
 * of it arrives and the message itself stays under way.
 */
export type Fate = 'arrives' | 'lost' | 'copied';

/** A message that reaches a node. */
export interface Turn {
  readonly from: NodeName;
  readonly to: NodeName;
  readonly message: unknown;
}

/** The clock of a network: virtual or real time, in nanoseconds. */
export interface NetworkClock {
  now(): bigint;
  /**
   * Runs `fire` when `at` is reached, never inside the call; `turn` says what comes then. A clock
   * may decide on its fate.
   */
  setTimer(at: bigint, fire: (fate?: Fate) => void, turn?: Turn): unknown;
  /** Does the same after `delay` nanoseconds. */
  after(delay: number, fire: (fate?: Fate) => void, turn?: Turn): unknown;
}

/** The options of a faulty network. */
export interface FaultyNetworkOptions<M> {
  readonly clock: NetworkClock;
  readonly rng: Rng;
  /** Asked at every send, so a link can change at any time. */
  readonly passage: Passage;
  readonly anatomy: Anatomy<M>;
  /**
   * Whether messages are frozen when sent, so that nobody can change a message that others hold;
   * true by default.
   */
  readonly freezes?: boolean;
  /** How many of its latest messages a link remembers for replays; 0 for none. */
  readonly memory: number;
  /** Sees every message sent, before its fate is known; not copies and replays. */
  readonly onSend?: (event: NetworkEvent<M>) => void;
  /** Sees a message just before its receiver does. */
  readonly onDeliver?: (event: NetworkEvent<M>) => void;
  /** Sees a message whose bits the network has changed, and what it carries in its place. */
  readonly onAlter?: (event: NetworkEvent<M>, message: M) => void;
  /** Sees a message when a clog begins to keep it. */
  readonly onHold?: (event: NetworkEvent<M>) => void;
  /** Sees a message when it is lost. */
  readonly onDrop?: (event: NetworkEvent<M>, reason: DropReason) => void;
}

/** Carries messages over links that can go wrong. */
export interface FaultyNetwork<M> extends Transport<M> {
  /**
   * The number of messages that have neither arrived nor been lost, including copies and replays.
   */
  inFlight(): number;
  /**
   * Loses everything under way, also in clogs, and forgets earlier messages, so that none is
   * replayed.
   */
  forget(): void;
}

type Parcel<M> = Pick<NetworkEvent<M>, 'from' | 'to' | 'message'>;

/** What the link decides for a message. */
interface Luck {
  readonly delay: number;
  readonly isLost: boolean;
  readonly isCut: boolean;
}

/**
 * Creates a network whose delays and losses come from the streams `network/<from>→<to>`.
 *
 * A message costs its link the same draws whether it is lost or not, so a change of the loss rate
 * leaves the delays of other messages alone. Other troubles draw from streams of their own (see
 * `drawTroubles`). A message to oneself takes no time and no draws and passes no link, but still
 * waits for its turn. Receivers get the very object that was sent.
 *
 * What `passage`, an observer or a receiver throws is not caught: it comes out of the `send` or
 * `runNext` that called it.
 */
export function createFaultyNetwork<M>(options: FaultyNetworkOptions<M>): FaultyNetwork<M> {
  const { clock, rng, passage, anatomy, memory, onSend, onDeliver, onDrop } = options;
  const { onAlter, onHold } = options;
  const freeze = options.freezes === false ? <T>(message: T): T => message : freezeMessage;
  const { attach, receiverOf } = createAttachments<M>();
  const { laneOf, forget } = createLanes<M>(rng, memory);
  const journeys = createForgettable(
    (hear, isForgotten) => createJourneys({ clock, passage, onHold, isForgotten, arrive: hear }),
    arrive,
  );
  let inFlight = 0;

  function arrive(parcel: Parcel<M>, fate: Fate = 'arrives'): void {
    if (fate !== 'copied') inFlight -= 1;
    const receive = receiverOf(parcel.to);
    if (receive === undefined || fate === 'lost') {
      onDrop?.(eventOf(parcel, clock.now()), fate === 'lost' ? 'link' : 'detached');
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
      if (message !== event.message) onAlter?.(event, message);
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

/** Hands a message to its receiver, or decides on it otherwise. */
type Arrive<M> = (parcel: Parcel<M>, fate?: Fate) => void;

/** Takes messages to their receivers. */
interface Journeys<M> {
  /** Makes a message arrive after so many nanoseconds, or later if a clog is in the way. */
  readonly travel: (delay: number, parcel: Parcel<M>) => void;
  /** Makes a message to oneself arrive. */
  readonly stay: (parcel: Parcel<M>) => void;
}

/**
 * Creates journeys that can be forgotten: nothing that had set out by then arrives, or is held
 * again.
 */
function createForgettable<M>(
  begin: (arrive: Arrive<M>, isForgotten: () => boolean) => Journeys<M>,
  arrive: Arrive<M>,
): Journeys<M> & { readonly forget: () => void } {
  let current = beginNow();

  function beginNow(): Journeys<M> {
    const isForgotten = (): boolean => begun !== current;
    const begun = begin((parcel, fate) => {
      if (!isForgotten()) arrive(parcel, fate);
    }, isForgotten);
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
  onHold,
  isForgotten,
  arrive,
}: {
  readonly clock: NetworkClock;
  readonly passage: Passage;
  readonly onHold: FaultyNetworkOptions<M>['onHold'];
  readonly isForgotten: () => boolean;
  readonly arrive: Arrive<M>;
}): Journeys<M> {
  let held = 0;

  /** `place` is that at which another clog has held it before. */
  function hold(clog: Clog, due: bigint, parcel: Parcel<M>, place = held): void {
    held += 1;
    const { from, to, message } = parcel;
    onHold?.(eventOf(parcel, clock.now()));
    clog.keep({
      from,
      to,
      message,
      place,
      goOn(rank) {
        if (!isForgotten()) arriveAt(latest(due, clock.now() + rank), parcel, place);
      },
      arrive: () => arrive(parcel),
      lose: () => arrive(parcel, 'lost'),
    });
  }

  // Another clog may have begun meanwhile.
  function arriveAt(due: bigint, parcel: Parcel<M>, place: number): void {
    const clog = passage.clogOf(parcel);
    if (clog === undefined) clock.setTimer(due, (fate) => arrive(parcel, fate), parcel);
    else hold(clog, due, parcel, place);
  }

  return {
    travel(delay, parcel) {
      const clog = passage.clogOf(parcel);
      if (clog === undefined) clock.after(delay, (fate) => arrive(parcel, fate), parcel);
      else hold(clog, clock.now() + BigInt(delay), parcel);
    },
    stay: (parcel) => void clock.after(0, (fate) => arrive(parcel, fate), parcel),
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
