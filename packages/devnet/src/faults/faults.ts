import type { Clock } from '@quorate/actors';
import { parseDuration } from '@quorate/network';
import { AdminError, invalidRequest } from '../admin/admin-error.ts';
import type { HostedNode } from '../nodes/host-node.ts';
import { wordsOf } from '../words-of.ts';
import type { Effect } from './ailment.ts';
import {
  bringUp,
  createEffects,
  type EffectGround,
  isTakenDown,
  isUp,
  takesDown,
} from './effects.ts';
import type { StatedFault } from './fault-shape.ts';
import type { ByHand } from './held-messages.ts';
import { expectRoom } from './room.ts';

/** A fault that took effect; times are in nanoseconds since the Unix epoch. */
export interface FaultRecord {
  readonly id: string;
  readonly stated: StatedFault;
  readonly since: bigint;
  /** Undefined while it is in effect. */
  readonly until: bigint | undefined;
  /**
   * For amnesia, the age of the restored state, in nanoseconds; undefined if the node forgot
   * everything.
   */
  readonly age: bigint | undefined;
  /** How many of the messages that it held were released and dropped by hand. */
  readonly byHand: ByHand;
}

/** The faults of a devnet. */
export interface Faults {
  readonly seed: string;
  /**
   * Begins a fault.
   *
   * @throws AdminError naming the obstacle
   */
  begin(stated: StatedFault): FaultRecord;
  /**
   * Resolves once a fault that has begun is in effect; one that does not come to be has ended.
   *
   * @throws AdminError `TIMEOUT` if a process does not answer; others if the node failed
   */
  begun(id: string): Promise<void>;
  /** Ends a fault; a node that it took down is up when this resolves. @throws AdminError */
  end(id: string): Promise<void>;
  /** Ends all faults; fails once all of them have ended. @throws AdminError saying every reason */
  heal(): Promise<void>;
  /** Takes a node down. One that had stopped by itself does not restart by itself afterwards. */
  crash(node: string): void;
  /** Starts a node that is down for any reason. @throws AdminError if it does not come up */
  start(node: string): Promise<void>;
  /** Names what a node does wrong at present because of faults that make it lie. */
  actsOf(node: string): readonly string[];
  active(): readonly FaultRecord[];
  /** The latest ended faults, the oldest first. */
  ended(): readonly FaultRecord[];
  /** Lets no time limit start a node that is down: the whole network is being put back. */
  keepDown(): void;
  /** Forgets ended faults, and faults that took down a node that is up again. */
  forget(): void;
}

/** Hears when a fault has begun, and when it has ended. */
export type FaultReader = (kind: 'fault-begun' | 'fault-ended', fault: FaultRecord) => void;

/** What faults need besides what they act on. */
export interface FaultsOptions extends Omit<EffectGround, 'now'> {
  readonly seed: string;
  readonly clock: Clock;
  /** Gives when a snapshot was taken. @throws AdminError */
  readonly takenAt: (snapshot: string) => bigint;
  /** Hears why a node does not serve as before though the time of a fault of it was over. */
  readonly onNotUp: (failure: unknown) => void;
  /** Hears when a fault has begun and when it has ended; nobody does by default. */
  readonly onFault?: FaultReader;
}

/** A fault without what is counted elsewhere. */
type Uncounted = Omit<FaultRecord, 'byHand'>;

interface Active extends Uncounted {
  readonly until: undefined;
  readonly effect: Effect;
  readonly cancel: () => void;
}

/** The most ended faults to remember. */
const ENDED_MAX = 1000;

/** Creates the faults of a devnet that has none. */
export function createFaults(options: FaultsOptions): Faults {
  const { seed, clock, bus, takenAt, onNotUp, onFault = () => undefined } = options;
  const { nodeOf, beginEffect } = createEffects({ ...options, now: clock.now });
  const active = new Map<string, Active>();
  let ended: FaultRecord[] = [];
  const recordOf = recorderOf(bus);
  const freshId = createIds((id) => active.has(id));

  function endAfter(id: string, length: string | undefined, since: bigint): () => void {
    if (length === undefined) return () => undefined;
    return clock.setTimer(since + parseDuration(length), () => {
      const fault = active.get(id);
      if (fault !== undefined) stop(fault).catch(onNotUp);
    });
  }

  async function stop({ effect, cancel, ...record }: Active): Promise<void> {
    cancel();
    active.delete(record.id);
    const over = recordOf({ ...record, until: clock.now() });
    ended = [...ended, over].slice(-ENDED_MAX);
    onFault('fault-ended', over);
    await effect.end();
  }

  function begin(stated: StatedFault): FaultRecord {
    const id = stated.id ?? freshId();
    if (active.has(id)) throw invalidRequest(`id: ${id} is under way already`);
    if (takesDown(stated)) expectNotDown(nodeOf(stated.node), downAt(stated.node));
    expectRoom(statedIn(active), stated);
    const effect = beginEffect(id, stated);
    // Whoever waits for it hears of it, and not everybody does.
    effect.begun.catch(() => undefined);
    const since = clock.now();
    const snapshot = stated.kind === 'amnesia' ? stated.snapshot : undefined;
    const age = snapshot === undefined ? undefined : since - takenAt(snapshot);
    const cancel = endAfter(id, lengthOf(stated), since);
    const fault: Active = { id, stated, since, until: undefined, age, effect, cancel };
    active.set(id, fault);
    onFault('fault-begun', recordOf(fault));
    return recordOf(fault);
  }

  function downAt(name: string): readonly Active[] {
    return [...active.values()].filter(({ stated }) => takesDown(stated) && stated.node === name);
  }

  async function stopAll(faults: readonly Active[]): Promise<void> {
    throwAll(await Promise.allSettled(faults.map(stop)));
  }

  return {
    seed,
    begin,
    begun: (id) => begunOrEnded(active.get(id), (fault) => active.get(id) === fault && stop(fault)),
    actsOf: (node) => actsIn(statedIn(active), node),
    async end(id) {
      const fault = active.get(id);
      if (fault === undefined) throw new AdminError(404, 'NOT_FOUND', `no fault ${id}`);
      await stop(fault);
    },
    heal: () => stopAll([...active.values()]),
    crash(node) {
      if (!isTakenDown(nodeOf(node))) begin({ kind: 'crash', node, disk: 'keep' });
    },
    async start(node) {
      await stopAll(downAt(node));
      await bringUp(nodeOf(node));
    },
    active: () => [...active.values()].map(recordOf),
    ended: () => ended,
    keepDown() {
      for (const { stated, cancel } of active.values()) if (takesDown(stated)) cancel();
    },
    forget() {
      ended = [];
      for (const [id, fault] of active) {
        if (!takesDown(fault.stated) || !isUp(nodeOf(fault.stated.node))) continue;
        fault.cancel();
        active.delete(id);
        onFault('fault-ended', recordOf(fault));
      }
    },
  };
}

function recorderOf({ held }: FaultsOptions['bus']): (fault: Uncounted) => FaultRecord {
  return ({ id, stated, since, until, age }) => {
    return { id, stated, since, until, age, byHand: held.byHandOf(id) };
  };
}

/** Creates the function that gives ids that are not taken: a caller may have chosen the next one. */
function createIds(isTaken: (id: string) => boolean): () => string {
  let begun = 0;
  return function fresh(): string {
    begun += 1;
    const id = `fault-${begun}`;
    return isTaken(id) ? fresh() : id;
  };
}

async function begunOrEnded(
  fault: Active | undefined,
  end: (fault: Active) => false | Promise<void>,
): Promise<void> {
  if (fault === undefined) return;
  try {
    await fault.effect.begun;
  } catch (failure) {
    // The caller gets the first failure, and at once: where a process hangs, the end takes as long.
    Promise.resolve(end(fault)).catch(() => undefined);
    throw failure;
  }
}

/** Throws what failed, if something did: the first failure, with the words of all of them. */
function throwAll(results: readonly PromiseSettledResult<void>[]): void {
  const failures = results.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
  const [first, ...others] = failures;
  if (first === undefined) return;
  if (others.length === 0 || !(first instanceof AdminError)) throw first;
  const message = failures.map(wordsOf).join('; ');
  throw new AdminError(first.status, first.code, message, { cause: first });
}

function statedIn(active: ReadonlyMap<string, Active>): readonly StatedFault[] {
  return [...active.values()].map(({ stated }) => stated);
}

function actsIn(faults: readonly StatedFault[], node: string): readonly string[] {
  const acts = faults.flatMap((stated) =>
    stated.kind === 'byzantine' && stated.node === node ? stated.acts : [],
  );
  return [...new Set(acts.map(({ act }) => act))];
}

/** Refuses to take down a node that is down; `by` are the faults that took it down, if any. */
function expectNotDown(hosted: HostedNode<unknown>, [by]: readonly Active[]): void {
  if (!isTakenDown(hosted)) return;
  const remedy = by === undefined ? 'start it first' : `end ${by.id} first, which starts it`;
  throw new AdminError(400, 'NODE_DOWN', `node: ${hosted.node.name} is down already: ${remedy}`);
}

function lengthOf(stated: StatedFault): string | undefined {
  return takesDown(stated) ? stated.restartAfter : stated.for;
}
