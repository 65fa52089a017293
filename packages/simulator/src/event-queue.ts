import { invariant } from '@quorate/core';

interface Entry<T> {
  readonly at: number;
  readonly draw: number;
  readonly sequence: number;
  readonly task: T;
  /** The position of the entry in the heap; meaningless once it has left the heap. */
  index: number;
}

/**
 * Whose turn it is at an event, and what comes to it: a message from another node, or a timer that
 * it calls by this name.
 */
export interface Turn {
  readonly to: string;
  readonly from?: string;
  readonly message?: unknown;
  readonly timer?: string;
}

/** A handle of one event, whether queued or popped. */
export type EventHandle<T> = Readonly<Entry<T>>;

/**
 * Orders events by (time, draw, order of pushing).
 *
 * Time counts from the start of the simulation as a plain number. It is exact up to 2^53 ns, which
 * is 104 days of virtual time, and several times faster to compare than a bigint.
 */
export interface EventQueue<T> {
  /**
   * Adds an event. Units: nanoseconds since the start of the simulation, a whole number from 0 to
   * 2^53 - 1.
   */
  push(at: number, draw: number, task: T, turn?: Turn): EventHandle<T>;

  /** Removes an event; tells whether it was still queued. */
  cancel(handle: EventHandle<T>): boolean;

  /** Gives the first event, if any, and leaves it in the queue. */
  peek(): EventHandle<T> | undefined;

  /** Removes the first event, if any, and gives it. */
  pop(): EventHandle<T> | undefined;

  /** Counts the queued events. */
  size(): number;
}

/** Orders events at the same time: the smaller draw goes first; equal draws keep their order. */
export interface SchedulePolicy {
  draw(): number;
}

/** Orders events at the same time as they were scheduled. */
export const fifoSchedule: SchedulePolicy = { draw: () => 0 };

/** Orders events at the same time randomly. Give it the stream `schedule`. */
export function createRandomSchedule(stream: { nextUint32(): number }): SchedulePolicy {
  return { draw: () => stream.nextUint32() };
}

/** Creates an empty queue: a binary heap in which every entry knows its position. */
export function createEventQueue<T>(): EventQueue<T> {
  const heap: Entry<T>[] = [];
  let pushed = 0;

  function place(entry: Entry<T>, index: number): void {
    heap[index] = entry;
    entry.index = index;
  }

  function rise(entry: Entry<T>, from: number): void {
    let index = from;
    while (index > 0) {
      const above = (index - 1) >> 1;
      const parent = heap[above];
      if (parent === undefined || !isBefore(entry, parent)) break;
      place(parent, index);
      index = above;
    }
    place(entry, index);
  }

  function smallerChild(index: number): Entry<T> | undefined {
    const left = heap[2 * index + 1];
    const right = heap[2 * index + 2];
    return left !== undefined && right !== undefined && isBefore(right, left) ? right : left;
  }

  function sink(entry: Entry<T>, from: number): void {
    let index = from;
    for (;;) {
      const child = smallerChild(index);
      if (child === undefined || !isBefore(child, entry)) break;
      const below = child.index;
      place(child, index);
      index = below;
    }
    place(entry, index);
  }

  function remove(index: number): void {
    const last = heap.pop();
    if (last === undefined || index === heap.length) return;
    sink(last, index);
    if (last.index === index) rise(last, index);
  }

  return {
    push(at, draw, task) {
      invariant(Number.isSafeInteger(at) && at >= 0, 'an event is due at whole nanoseconds');
      const entry: Entry<T> = { at, draw, sequence: pushed, task, index: heap.length };
      pushed += 1;
      rise(entry, heap.length);
      return entry;
    },
    cancel(handle) {
      if (heap[handle.index] !== handle) return false;
      remove(handle.index);
      return true;
    },
    peek: () => heap[0],
    pop() {
      const first = heap[0];
      if (first !== undefined) remove(0);
      return first;
    },
    size: () => heap.length,
  };
}

function isBefore<T>(a: Entry<T>, b: Entry<T>): boolean {
  if (a.at !== b.at) return a.at < b.at;
  if (a.draw !== b.draw) return a.draw < b.draw;
  return a.sequence < b.sequence;
}
