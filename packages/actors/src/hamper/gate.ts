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
  let present: { readonly work: Work; readonly since: bigint; readonly cancel: End } | undefined;

  function spend(work: Work, since: bigint): void {
    const due = since + delayOf(work);
    const now = clock.now();
    const cancel = clock.setTimer(due > now ? due : now, () => {
      present = undefined;
      onDone(work);
    });
    present = { work, since, cancel };
  }

  return {
    isUnderWay: () => present !== undefined,
    begin: (work) => spend(work, clock.now()),
    hasten() {
      if (present === undefined) return;
      present.cancel();
      spend(present.work, present.since);
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
    if (pauses.size === 0) finish(work);
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
      return () => {
        pauses.delete(pause);
        drain();
      };
    },
    slow(delay) {
      const key = {};
      delays.set(key, delay);
      return () => {
        if (delays.delete(key)) labour.hasten();
        drain();
      };
    },
  };
}
