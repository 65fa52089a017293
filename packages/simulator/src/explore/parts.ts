import { ownerOf } from '../world/links.ts';
import type { Cluster } from './cluster.ts';
import type { Machine } from './machines/machine.ts';

/** A cluster in which one client acts and all others stay silent. */
export interface Part {
  readonly client: string;
  readonly cluster: Cluster;
}

/**
 * Lists the parts of a cluster: one for each client that acts, through its own software or
 * bypassing it.
 */
export function partsOf(cluster: Cluster): readonly Part[] {
  const clients = new Set(cluster.machines.filter(isUser).map(clientOf));
  return [...clients].map((client) => ({ client, cluster: partOf(cluster, client) }));
}

/** Gives the part of one client. */
export function partOf(cluster: Cluster, client: string): Cluster {
  const machines = cluster.machines.map((machine) =>
    isUser(machine) && clientOf(machine) !== client ? silent(machine) : machine,
  );
  return { ...cluster, machines };
}

function isUser({ role }: Machine): boolean {
  return role === 'user';
}

/**
 * Gives the client of a user or an act: a user has the client's direct sender as an alias, and the
 * name of an act contains the client's.
 */
function clientOf({ name, aliases: [hand = name] }: Machine): string {
  return ownerOf(hand);
}

function silent(machine: Machine): Machine {
  return { ...machine, begin: () => ({ ...machine.begin(), sent: [] }) };
}
