import type { Moment, Point, ProtocolMoment } from '../scenario/faults/moment.ts';
import type { VirtualClock } from '../virtual-clock.ts';

/** Runs acts when their moments come. */
export interface Moments {
  /**
   * Runs `act` at a moment, once; acts of one moment run in the order of these calls.
   *
   * At a time: before everything else of that instant. After a count of events: right after the last of them. At a
   * trigger: in the very place, inside the step or the effect that reaches it.
   */
  when(moment: Moment, act: () => void): void;

  /** Runs `act` when a point is reached, counted from now, in the very place. */
  next(point: Point, act: () => void): void;

  /**
   * Says that a run begins: what nodes reach as they first come up counts for nobody. Otherwise it would count for
   * an act that is placed before they do and not for a fault that is placed after, or count for the one because of
   * the other.
   */
  begin(): void;

  /** Says that a run has ended: who judges it reads in stores as nodes do, and that counts for nobody. */
  end(): void;

  /** Says that a node has reached a point of the protocol. */
  reached(node: string, point: ProtocolMoment): void;

  /** Says that one more event was delivered. */
  delivered(): void;
}

/** One act that waits for a point of the protocol. */
interface Waiting {
  readonly count: number;
  readonly act: () => void;
}

/** Creates the moments of a run that began at `start`. */
export function createMoments({
  clock,
  start,
}: {
  readonly clock: VirtualClock;
  readonly start: bigint;
}): Moments {
  const triggers = new Map<string, { reached: number; waiting: Waiting[] }>();
  let counted: Waiting[] = [];
  let events = 0;
  let isRunning = false;

  function trigger(node: string, point: ProtocolMoment) {
    const key = `${node}/${point}`;
    const found = triggers.get(key) ?? { reached: 0, waiting: [] };
    triggers.set(key, found);
    return found;
  }

  return {
    when(moment, act) {
      switch (moment.kind) {
        case 'time':
          clock.interrupt(start + moment.at, act);
          return;
        case 'events':
          counted.push({ count: moment.count, act });
          return;
        case 'trigger':
          trigger(moment.node, moment.after).waiting.push({ count: moment.count, act });
          return;
      }
    },
    next({ node, after, count }, act) {
      const found = trigger(node, after);
      found.waiting.push({ count: found.reached + count, act });
    },
    begin() {
      isRunning = true;
    },
    end() {
      isRunning = false;
    },
    reached(node, point) {
      // Most runs wait for no point, and every message passes here.
      if (triggers.size === 0 || !isRunning) return;
      const found = triggers.get(`${node}/${point}`);
      if (found === undefined) return;
      found.reached += 1;
      const due = found.waiting.filter(({ count }) => count <= found.reached);
      found.waiting = found.waiting.filter(({ count }) => count > found.reached);
      for (const { act } of due) act();
    },
    delivered() {
      events += 1;
      if (counted.length === 0) return;
      const due = counted.filter(({ count }) => count <= events);
      counted = counted.filter(({ count }) => count > events);
      for (const { act } of due) act();
    },
  };
}
