import type { Clock, NodePorts } from '@quorate/actors';
import {
  allRows,
  createGate,
  createNodeClock,
  type Gate,
  gatedPorts,
  type NodeClock,
} from '@quorate/actors';
import type { Message, StoreRow } from '@quorate/core';
import type { Rng } from '@quorate/network';
import { createSampler } from '@quorate/network';
import { createMemoryStore, createSimulatedStore, type SimulatedStore } from '@quorate/storage';
import type { Transport } from '@quorate/transport';
import type { ScenarioDisk } from '../../scenario/cluster/disk.ts';
import type { VirtualClock } from '../../virtual-clock.ts';
import type { SeeEffect } from '../attendance.ts';
import { ownerOf } from '../links.ts';
import type { Moments } from '../moments.ts';
import { isOfDisk } from '../of-disk.ts';
import type { AnyObservation } from '../trace-recorder.ts';
import type { Needs } from './needs.ts';
import { watchPoints } from './points.ts';

/** What one node runs on, as far as it can fail. */
export interface Host {
  readonly ports: NodePorts;
  /**
   * The disk as far as crashes affect it; undefined when no fault of the scenario crashes the node.
   */
  readonly disk: SimulatedStore<unknown> | undefined;
  /**
   * Reads the disk for an observer, without triggering a fault or breaking the node. Undefined when
   * a row has rotted.
   */
  look(): readonly StoreRow[] | undefined;
  /** Undefined when no fault pauses the node or makes it slow. */
  readonly gate: Gate | undefined;
  /** Undefined when no fault makes its clock wrong. */
  readonly clock: NodeClock | undefined;
  /** Sees a step of the node before its effects are carried out. */
  observe(observation: AnyObservation): void;
}

/** What hosts are built on. */
export interface HostGround {
  readonly clock: VirtualClock;
  readonly rng: Rng;
  readonly network: Transport<Message>;
  readonly moments: Moments;
  readonly disk: ScenarioDisk;
  /** Undefined when nobody watches. */
  readonly see: SeeEffect | undefined;
}

/**
 * Builds the host of a node. Parts that none of its faults needs are left out, and the others
 * change nothing until a fault uses them, so that the machinery of faults does not affect a run
 * without them.
 */
function createHost(ground: HostGround, name: string, needs: Needs): Host {
  const { network, moments, see } = ground;
  const time = clockOf(ground.clock, name);
  const disk = createDisk(ground, { name, time, needs });
  const clock = needs.clock ? createNodeClock(time) : undefined;
  const gate = needs.gate ? createGate(time) : undefined;
  const bare: NodePorts = {
    store: disk ?? createMemoryStore<unknown>(),
    transport: network,
    clock: clock ?? time,
  };
  const points = needs.points
    ? watchPoints(bare, (point, effect) => {
        if (effect !== undefined) see?.(name, effect);
        moments.reached(ownerOf(name), point);
      })
    : undefined;
  const watched = points?.ports ?? bare;
  const isBare = gate === undefined && points === undefined;
  return {
    ports: isBare ? watched : gatedPorts(watched, gate, points),
    disk,
    look: () => rowsOf(bare.store),
    gate,
    clock,
    observe: (observation) => points?.observe(observation),
  };
}

function rowsOf(store: NodePorts['store']): readonly StoreRow[] | undefined {
  try {
    return [...allRows(store)];
  } catch (failure) {
    if (isOfDisk(failure)) return undefined;
    throw failure;
  }
}

/** Tells schedules whose turn it is when a timer is due. */
function clockOf(clock: VirtualClock, name: string): Clock {
  return { now: clock.now, setTimer: (at, fire) => clock.setTimer(at, fire, name) };
}

function createDisk(
  { rng, disk: { flush } }: HostGround,
  { name, time, needs }: { readonly name: string; readonly time: Clock; readonly needs: Needs },
): SimulatedStore<unknown> | undefined {
  const { disk, history } = needs;
  const isInstant = flush.kind === 'const' && flush.mean === 0n;
  if (!disk && isInstant) return undefined;
  const draw = createSampler(flush);
  return createSimulatedStore({
    clock: time,
    keepsHistory: history,
    ...(isInstant ? {} : { flushTime: () => BigInt(draw(rng.stream(`disk/${name}`))) }),
  });
}

/** Gives the host of a node by name, always the same one. */
export type HostOf = (name: string) => Host;

/** Creates the hosts of a run. */
export function createHosts(ground: HostGround, needs: (name: string) => Needs): HostOf {
  const hosts = new Map<string, Host>();
  return (name) => {
    const host = hosts.get(name) ?? createHost(ground, name, needs(name));
    hosts.set(name, host);
    return host;
  };
}
