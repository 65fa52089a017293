import type { Clock } from '@quorate/actors';
import { parseDuration } from '@quorate/network';
import { AdminError } from '../admin/admin-error.ts';
import {
  bringUp,
  createEffects,
  type EffectGround,
  isDown,
  isTakenDown,
  isUp,
  type Undo,
} from './effects.ts';
import type { StatedFault } from './fault-shape.ts';

/** A fault that took effect; times in nanoseconds since the Unix epoch. */
export interface FaultRecord {
  readonly id: string;
  readonly stated: StatedFault;
  readonly since: bigint;
  /** Undefined while it lasts. */
  readonly until: bigint | undefined;
  /** How old what an amnesiac node goes back to was, in nanoseconds; undefined where it is nothing. */
  readonly age: bigint | undefined;
}

/** What is wrong with a devnet on purpose. */
export interface Faults {
  readonly seed: string;
  /**
   * Lets a fault take effect.
   *
   * @throws AdminError naming what is in the way
   */
  begin(stated: StatedFault): FaultRecord;
  /** Ends a fault: a node that it took down is up when this resolves. @throws AdminError */
  end(id: string): Promise<void>;
  /** Ends all of them. */
  heal(): Promise<void>;
  /** Takes a node down, unless it was: one that stopped by itself does not start again by itself then. */
  crash(node: string): void;
  /** Brings a node up that is down, for whatever reason. @throws AdminError where it does not come up */
  start(node: string): Promise<void>;
  active(): readonly FaultRecord[];
  /** The latest that have ended, the oldest first. */
  ended(): readonly FaultRecord[];
  /** Forgets those that have ended, and those that took down a node that is up. */
  forget(): void;
}

/** What faults need besides what they act on. */
export interface FaultsOptions extends EffectGround {
  readonly seed: string;
  readonly clock: Clock;
  /** Tells when a snapshot was taken. @throws AdminError */
  readonly takenAt: (snapshot: string) => bigint;
  /** Hears why a node did not come up though the time was over for which a fault took it down. */
  readonly onNotUp: (failure: unknown) => void;
}

interface Active extends FaultRecord {
  readonly until: undefined;
  readonly stop: Undo;
  readonly cancel: () => void;
}

/** How many ended faults are remembered. */
const ENDED_MAX = 1000;

/** Creates the faults of a devnet that has none. */
export function createFaults(options: FaultsOptions): Faults {
  const { seed, clock, takenAt, onNotUp } = options;
  const { nodeOf, beginEffect } = createEffects(options);
  const active = new Map<string, Active>();
  let ended: FaultRecord[] = [];
  let begun = 0;

  function idOf({ id }: StatedFault): string {
    if (id === undefined) return freshId();
    if (!active.has(id)) return id;
    throw new AdminError(400, 'INVALID_REQUEST', `id: ${id} is under way already`);
  }

  // Somebody may have chosen the next one.
  function freshId(): string {
    begun += 1;
    const id = `fault-${begun}`;
    return active.has(id) ? freshId() : id;
  }

  function endAfter(id: string, length: string | undefined, since: bigint): () => void {
    if (length === undefined) return () => undefined;
    return clock.setTimer(since + parseDuration(length), () => {
      const fault = active.get(id);
      if (fault !== undefined) stop(fault).catch(onNotUp);
    });
  }

  async function stop({ stop: undo, cancel, ...record }: Active): Promise<void> {
    cancel();
    active.delete(record.id);
    ended = [...ended, { ...record, until: clock.now() }].slice(-ENDED_MAX);
    await undo();
  }

  function begin(stated: StatedFault): FaultRecord {
    const id = idOf(stated);
    const undo = beginEffect(stated);
    const since = clock.now();
    const snapshot = stated.kind === 'amnesia' ? stated.snapshot : undefined;
    const age = snapshot === undefined ? undefined : since - takenAt(snapshot);
    const cancel = endAfter(id, lengthOf(stated), since);
    const fault: Active = { id, stated, since, until: undefined, age, stop: undo, cancel };
    active.set(id, fault);
    return recordOf(fault);
  }

  function downAt(name: string): readonly Active[] {
    return [...active.values()].filter(({ stated }) => isDown(stated) && stated.node === name);
  }

  async function stopAll(faults: readonly Active[]): Promise<void> {
    await Promise.all(faults.map(stop));
  }

  return {
    seed,
    begin,
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
    forget() {
      ended = [];
      for (const [id, { stated, cancel }] of active) {
        if (!isDown(stated) || !isUp(nodeOf(stated.node))) continue;
        cancel();
        active.delete(id);
      }
    },
  };
}

function recordOf({ id, stated, since, until, age }: FaultRecord): FaultRecord {
  return { id, stated, since, until, age };
}

function lengthOf(stated: StatedFault): string | undefined {
  return isDown(stated) ? stated.restartAfter : stated.for;
}
