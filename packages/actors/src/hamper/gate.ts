import type { Clock } from '../ports.ts';

/** Ends a pause or a slowdown. A second call changes nothing. */
export type End = () => void;

/** A piece of work for a node. */
export interface Work {
  /** Whether the work is still wanted; the node may have crashed meanwhile. */
  readonly isWanted: () => boolean;
  /** Runs once, when the work's turn comes. It may pause the node. */
  readonly onTurn?: () => void;
  readonly run: () => void;
  /** Whether a slow node spends time on the work. Other work is held up only by a pause. */
  readonly isLabour: boolean;
}

/** Stands between a node and its inputs, and lets them through one after another. */
export interface Gate {
  /** Does the work at once; while the node is paused or slow, after all work that waits. */
  admit(work: Work): void;
  /** Whether work is done at once, so that a caller may skip the gate. */
  isOpen(): boolean;
  /** Whether the node is paused, so that nothing is done. */
  isShut(): boolean;
  /** Pauses the node. If there are several pauses, the last one to end counts. */
  pause(): End;
  /**
   * Makes the node spend this time on every piece of labour until it ends; several delays add up.
   * At the end, labour in progress is shortened to what the remaining delays require. Units:
   * nanoseconds.
   */
  slow(delay: bigint): End;
}

interface Waiting {
  readonly work: Work;
  hasTurn: boolean;
}

/** The one piece of labour that a slow node is working on. */
interface Labour {
  readonly isUnderWay: () => boolean;
  readonly begin: (work: Work) => void;
  /** Shortens the labour in progress to what the remaining delays require. */
  readonly hasten: () => void;
  /** Interrupts the labour in progress. */
  readonly halt: () => void;
  /** Goes on where it was interrupted. */
  readonly resume: () => void;
}

interface Progress {
  readonly work: Work;
  /** The time spent on it before `since`. */
  readonly spent: bigint;
  readonly since: bigint;
  /** Undefined while it is interrupted. */
  readonly cancel: End | undefined;
}

/**
 * Creates the labour of an idle node. `onDone` is called when the time for a piece of work is
 * spent.
 */
function createLabour(
  clock: Clock,
  delayOf: (work: Work) => bigint,
  onDone: (work: Work) => void,
): Labour {
  let present: Progress | undefined;

  function spend(work: Work, spent: bigint): void {
    const since = clock.now();
    const left = delayOf(work) - spent;
    const cancel = clock.setTimer(left > 0n ? since + left : since, () => {
      present = undefined;
      onDone(work);
    });
    present = { work, spent, since, cancel };
  }

  function spentOn({ spent, since }: Progress): bigint {
    return spent + clock.now() - since;
  }

  return {
    isUnderWay: () => present !== undefined,
    begin: (work) => spend(work, 0n),
    hasten() {
      if (present?.cancel === undefined) return;
      present.cancel();
      spend(present.work, spentOn(present));
    },
    halt() {
      if (present?.cancel === undefined) return;
      present.cancel();
      present = { ...present, spent: spentOn(present), cancel: undefined };
    },
    resume() {
      if (present !== undefined && present.cancel === undefined) spend(present.work, present.spent);
    },
  };
}

/** Creates the gate of a node that is neither paused nor slow. */
export function createGate(clock: Clock): Gate {
  const waiting: Waiting[] = [];
  const pauses = new Set<object>();
  const delays = new Map<object, bigint>();
  let isDraining = false;

  function delayOf({ isLabour }: Work): bigint {
    let sum = 0n;
    if (isLabour) for (const delay of delays.values()) sum += delay;
    return sum;
  }

  const labour = createLabour(clock, delayOf, (work) => {
    finish(work);
    drain();
  });

  function finish(work: Work): void {
    waiting.shift();
    if (work.isWanted()) work.run();
  }

  function drain(): void {
    // Work that is caused by other work has its turn afterwards, not inside.
    if (isDraining) return;
    isDraining = true;
    takeTurns();
    isDraining = false;
  }

  function takeTurns(): void {
    for (let first = waiting[0]; first !== undefined; first = waiting[0]) {
      if (pauses.size > 0 || labour.isUnderWay()) return;
      takeTurn(first);
    }
  }

  function takeTurn(first: Waiting): void {
    const { work, hasTurn } = first;
    first.hasTurn = true;
    if (!work.isWanted()) waiting.shift();
    else if (!hasTurn && work.onTurn !== undefined) work.onTurn();
    else if (delayOf(work) > 0n) labour.begin(work);
    else finish(work);
  }

  return {
    admit(work) {
      if (!work.isLabour && pauses.size === 0) {
        if (work.isWanted()) work.run();
        return;
      }
      waiting.push({ work, hasTurn: false });
      drain();
    },
    isOpen: () => {
      const isHampered = pauses.size > 0 || delays.size > 0 || labour.isUnderWay();
      return waiting.length === 0 && !isHampered && !isDraining;
    },
    isShut: () => pauses.size > 0,
    pause() {
      const pause = {};
      pauses.add(pause);
      labour.halt();
      return () => {
        pauses.delete(pause);
        if (pauses.size === 0) labour.resume();
        drain();
      };
    },
    slow(delay) {
      const key = {};
      delays.set(key, delay);
      return () => {
        if (delays.delete(key)) labour.hasten();
      };
    },
  };
}
