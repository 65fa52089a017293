import type { Clock } from '../ports.ts';

/** Ends what was begun; a second time it changes nothing. */
export type End = () => void;

/** Work that waits for a node. */
export interface Work {
  /** Whether anybody still wants it done; the node may have crashed meanwhile. */
  readonly isWanted: () => boolean;
  /** Runs once, when it is the work's turn, and may pause the node. */
  readonly onTurn?: () => void;
  readonly run: () => void;
  /** Whether a slow node spends time on it; what costs none waits for nothing but a pause. */
  readonly isLabour: boolean;
}

/** Stands between a node and what reaches it: one thing after another, when the node gets to it. */
export interface Gate {
  /** Does the work at once or, while the node stands still or is slow, after all that waits. */
  admit(work: Work): void;
  /** Whether work is done at once, so that whoever has some may spare the detour. */
  isOpen(): boolean;
  /** Whether the node stands still, so that nothing is done until it goes on. */
  isShut(): boolean;
  /** Lets the node stand still; of several pauses the last to end counts. */
  pause(): End;
  /**
   * Makes the node spend this time on every piece of labour, and on what it is at no longer than until the
   * end; several add up. Units: nanoseconds.
   */
  slow(delay: bigint): End;
}

interface Waiting {
  readonly work: Work;
  hasTurn: boolean;
}

/** The one piece of labour that a slow node is at. */
interface Labour {
  readonly isUnderWay: () => boolean;
  readonly begin: (work: Work) => void;
  /** Has what is under way take no longer than what still makes the node slow lets it. */
  readonly hasten: () => void;
}

/** Creates the labour of a node, which is at nothing; `onDone` hears once the time for a work is spent. */
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

/** Creates the gate of a node that keeps up with everything. */
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
    // What work brings about has its turn after it, not inside.
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
