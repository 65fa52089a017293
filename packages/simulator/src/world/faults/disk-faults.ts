import type { End, Node } from '@quorate/actors';
import { invariant } from '@quorate/core';
import type { Rng } from '@quorate/network';
import type { DiskFault } from '../../scenario/faults/disk-fault.ts';
import type { Host } from '../hosts/host.ts';
import type { FaultMark } from '../trace-recorder.ts';
import type { Sufferings } from './sufferings.ts';

/** A node with its host. */
export interface Machine {
  readonly node: Node<unknown>;
  readonly host: Host;
}

/** What disk faults act on. */
export interface Ailing {
  readonly rng: Rng;
  readonly sufferings: Sufferings;
  readonly mark: (kind: FaultMark, node: string) => void;
  readonly restart: (machine: Machine) => void;
}

const WORDS = { 'bit-rot': 'BitRot', 'full-disk': 'FullDisk' } as const;

/** Begins a disk fault; false when there is no row to rot. */
export function beginDiskFault(
  fault: DiskFault,
  machine: Machine,
  { rng, sufferings, mark, restart }: Ailing,
): boolean {
  const { node, host } = machine;
  const mend = spoil(host, fault, rng);
  if (mend === undefined) return false;
  const word = WORDS[fault.kind];
  mark(word, node.name);
  sufferings.begin(fault.node, fault, () => {
    mark(`${word}End`, node.name);
    mend();
    if (node.status() !== 'failed') return;
    // A stopped node starts as a new process, which finds what was durable.
    host.disk?.crash({ keep: 'synced' });
    restart(machine);
  });
  return true;
}

function spoil({ disk }: Host, { kind, id }: DiskFault, rng: Rng): End | undefined {
  invariant(disk !== undefined, 'a node whose disk goes wrong has one');
  return kind === 'full-disk' ? disk.fill() : disk.rot(rng.stream(`faults/${id}`).below);
}
