import type { Effect } from '@quorate/core';

/** Follows one node through the points at which a fault of a scenario can strike it. */
export interface Progress {
  /** A message or a timer has its turn. */
  begins(): void;
  /** A step of the node has these effects. */
  goesOn(effects: readonly Effect<unknown>[]): void;
  /** It has lost its memory, and all timers with it. */
  crashed(): void;
  /** How many points it has reached. */
  points(): number;
  /** How many it has reached once so many effects of these are carried out. */
  pointsAfter(effects: readonly Effect<unknown>[], count: number): number;
  /** The timers that are set, in the order in which they were set. */
  timers(): readonly string[];
  /** A timer goes off. */
  fires(timer: string): void;
}

/** Creates the progress of a node that has started. */
export function createProgress(): Progress {
  let points = 0;
  let timers: readonly string[] = [];

  /** Counts the points of some effects, and keeps the timers up to date. */
  function pointsIn(effects: readonly Effect<unknown>[]): number {
    return effects.reduce((sum, effect) => sum + pointsOf(effect), 0);
  }

  function pointsOf(effect: Effect<unknown>): number {
    switch (effect.type) {
      case 'Persist':
        return 0;
      case 'Load':
        return effect.ranges.length;
      case 'SetTimer': {
        const before = cancel(effect.id);
        timers = [...timers, effect.id];
        return before + 1;
      }
      case 'CancelTimer':
        return cancel(effect.id);
      default:
        return 1;
    }
  }

  function cancel(timer: string): number {
    const before = timers.length;
    timers = timers.filter((each) => each !== timer);
    return before - timers.length;
  }

  /** Counts the writes of a step, all of which come before its other effects. */
  function writesIn(effects: readonly Effect<unknown>[]): number {
    return effects.filter(({ type }) => type === 'Persist').length;
  }

  return {
    begins() {
      points += 1;
    },
    goesOn(effects) {
      const writes = writesIn(effects);
      // One flush covers all writes of a step.
      points += writes + Math.min(writes, 1) + pointsIn(effects);
    },
    crashed() {
      timers = [];
    },
    points: () => points,
    pointsAfter(effects, count) {
      const before = timers;
      const over = effects.slice(0, count);
      const all = writesIn(effects) + Math.min(writesIn(over), 1) + pointsIn(over);
      timers = before;
      return points + all;
    },
    timers: () => timers,
    fires: (timer) => void cancel(timer),
  };
}
