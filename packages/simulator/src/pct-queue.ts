import type { EventHandle, EventQueue } from './event-queue.ts';
import { createEventQueue } from './event-queue.ts';

/** The options of a schedule by priorities. */
export interface PctOptions {
  /**
   * At `depth` - 1 points, the actor that would be next gets one of the `depth` - 1 lowest
   * priorities, each of which is drawn for one point; at least 1.
   */
  readonly depth: number;
  /** How far an event may be overtaken. Units: nanoseconds. */
  readonly window: number;
  /**
   * The end of the run, when it is judged by what has been delivered: no event due later goes
   * before events due by then. Units: nanoseconds since the start.
   */
  readonly end: number;
  /** The points are among this many first events; at least 1. */
  readonly events: number;
  /** Draws the points. */
  readonly stream: { below(n: number): number };
  /**
   * Draws the priority of an actor, from a stream of its own, so that it does not depend on the
   * other actors.
   */
  readonly priorityOf: (actor: string) => number;
}

/** An actor with its events. */
interface Actor<T> {
  readonly events: EventQueue<T>;
  /** The higher priority goes first; among equal ones, the actor that appeared first. */
  priority: number;
}

/**
 * Creates a queue that orders events by random priorities of their actors instead of time.
 *
 * Among the events due within `window` of the earliest one, the next event is one of the actor with
 * the highest priority. The events of one actor keep the order of (time, draw, push). An overtaken
 * event is late by at most `window`, and comes before `end` if it was due by then. An event without
 * an actor is neither overtaken nor early: nothing due at the same time or later goes before it.
 *
 * With n actors and k events, a bug that needs `depth` orderings shows with a probability of at
 * least 1 / (n k^(`depth` - 1)), whatever the delays (as far as the window reaches). Source:
 * Burckhardt et al., A Randomized Scheduler with Probabilistic Guarantees of Finding Bugs, ASPLOS
 * 2010.
 */
export function createPctQueue<T>({
  depth,
  window,
  end,
  events,
  stream,
  priorityOf,
}: PctOptions): EventQueue<T> {
  const turns = new Map<string, Actor<T>>();
  const free = createEventQueue<T>();
  const owners = new Map<EventHandle<T>, EventQueue<T>>();
  // Drawn with its priority, a point may put an actor above one that dropped before: some orders of
  // three events can come about in no other way.
  const points = Array.from({ length: depth - 1 }, (_, rank) => ({
    after: stream.below(events),
    priority: -1 - rank,
  })).sort((a, b) => a.after - b.after);
  let popped = 0;

  function turnOf(actor: string): Actor<T> {
    const known = turns.get(actor);
    if (known !== undefined) return known;
    const turn = { events: createEventQueue<T>(), priority: priorityOf(actor) };
    turns.set(actor, turn);
    return turn;
  }

  function earliest(): number {
    let at = free.peek()?.at ?? Number.POSITIVE_INFINITY;
    for (const turn of turns.values()) {
      const first = turn.events.peek();
      if (first !== undefined && first.at < at) at = first.at;
    }
    return at;
  }

  /** Gives the actor whose turn it is; undefined when the first event has none. */
  function chosen(): Actor<T> | undefined {
    const due = earliest();
    const last = due > end ? due + window : Math.min(due + window, end);
    const barrier = free.peek()?.at ?? Number.POSITIVE_INFINITY;
    let best: Actor<T> | undefined;
    for (const turn of turns.values()) {
      const first = turn.events.peek();
      if (first === undefined || first.at > last || first.at >= barrier) continue;
      if (best === undefined || turn.priority > best.priority) best = turn;
    }
    return best;
  }

  /** Gives the queue that holds the first event. */
  function first(): EventQueue<T> {
    for (let point = points[0]; point !== undefined; point = points[0]) {
      if (point.after > popped || owners.size === 0) break;
      points.shift();
      const turn = chosen();
      if (turn !== undefined) turn.priority = point.priority;
    }
    return chosen()?.events ?? free;
  }

  return {
    push(at, draw, task, whose) {
      const queue = whose === undefined ? free : turnOf(whose.to).events;
      const handle = queue.push(at, draw, task);
      owners.set(handle, queue);
      return handle;
    },
    cancel(handle) {
      const queue = owners.get(handle);
      owners.delete(handle);
      return queue?.cancel(handle) ?? false;
    },
    peek: () => first().peek(),
    pop() {
      const handle = first().pop();
      if (handle === undefined) return undefined;
      owners.delete(handle);
      popped += 1;
      return handle;
    },
    size: () => owners.size,
  };
}
