import type { Moment, Point, ProtocolMoment } from '../scenario/faults/moment.ts';
import type { VirtualClock } from '../virtual-clock.ts';

/** Runs acts when their moments come. */
export interface Moments {
  /**
   * Runs `act` once, at a moment. Acts of one moment run in the order of these calls.
   *
   * At a time: before everything else at that time. After a count of events: right after the last
   * of them. At a trigger: exactly there, inside the step or the effect that reaches it.
   */
  when(moment: Moment, act: () => void): void;

  /** Runs `act` the next time a point is reached, counted from now, exactly there. */
  next(point: Point, act: () => void): void;

  /**
   * Notes that a run begins: points that nodes reach when they first start do not count. Otherwise
   * they would count for acts placed before the nodes and not for faults placed after them.
   */
  begin(): void;

  /** Notes that a run has ended: oracles read stores like nodes do, and that does not count. */
  end(): void;

  /** Notes that a node has reached a point of the protocol. */
  reached(node: string, point: ProtocolMoment): void;

  /** Notes that one more event was delivered. */
  delivered(): void;
}

/** An act that waits for a point of the protocol. */
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
      // A quick exit: most runs wait for no point, and every message passes here.
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
