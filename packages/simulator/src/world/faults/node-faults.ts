import type { End, Node, NodeStatus } from '@quorate/actors';
import { invariant } from '@quorate/core';
import type { Rng } from '@quorate/network';
import type { Survives } from '@quorate/storage';
import type { CorrectSoFar } from '../../oracles/correct-nodes.ts';
import type { DiskFault } from '../../scenario/faults/disk-fault.ts';
import type {
  AmnesiaFault,
  ClockFault,
  CrashFault,
  NodeFault,
  PauseFault,
  SlowFault,
} from '../../scenario/faults/node-fault.ts';
import type { VirtualClock } from '../../virtual-clock.ts';
import type { Host, HostOf } from '../hosts/host.ts';
import { ownerOf } from '../links.ts';
import type { Moments } from '../moments.ts';
import type { FaultMark, TraceRecorder } from '../trace-recorder.ts';
import { beginDiskFault, type Machine } from './disk-faults.ts';
import { createEnds } from './ends.ts';
import { createSufferings } from './sufferings.ts';

/** What node faults act on. */
export interface NodeFaultGround {
  readonly clock: VirtualClock;
  readonly moments: Pick<Moments, 'next'>;
  readonly rng: Rng;
  readonly trace: Pick<TraceRecorder, 'fault'>;
  readonly nodes: readonly Node<unknown>[];
  readonly hostOf: HostOf;
  readonly soFar: Pick<CorrectSoFar, 'forget'>;
  /** Called when a node was restarted. */
  readonly restarted: (node: Node<unknown>) => void;
}

/** Carries out node faults. */
export interface NodeFaults {
  /** Begins a fault; false when there is nothing to change, as in a node that is down. */
  begin(fault: NodeFault | DiskFault): boolean;
  /**
   * Ends the faults of these nodes: they are up, not slow, and their clocks are right. Faults of
   * the others become permanent.
   */
  heal(nodes: ReadonlySet<string>): void;
}

/** Creates the node faults of a run. */
export function createNodeFaults(ground: NodeFaultGround): NodeFaults {
  const { clock, moments, rng, trace, nodes, hostOf, soFar, restarted } = ground;
  const sufferings = createSufferings(createEnds(clock, moments));

  function mark(kind: FaultMark, node: string): void {
    trace.fault(kind, node, clock.now());
  }

  /** Gives everything that runs on a machine: for a client also its seats at multisig accounts. */
  function machinesOf(name: string): readonly Machine[] {
    const found = nodes.filter((node) => ownerOf(node.name) === name);
    invariant(found.length > 0, `a fault names ${name}, which is no node`);
    return found.map((node) => ({ node, host: hostOf(node.name) }));
  }

  function restart({ node, host }: Machine): void {
    const start = () => {
      mark('Restart', node.name);
      node.start();
      restarted(node);
    };
    // Nothing starts on a paused machine.
    if (host.gate === undefined) start();
    else host.gate.admit({ isWanted: () => true, run: start, isLabour: false });
  }

  function takeDown(fault: CrashFault | AmnesiaFault): boolean {
    const down = { ...fault, for: fault.restartAfter };
    const up = machinesOf(fault.node).filter(({ node }) => UP.has(node.status()));
    for (const machine of up) {
      takeDownOne(fault, machine);
      sufferings.begin(fault.node, down, () => restart(machine));
    }
    return up.length > 0;
  }

  function takeDownOne(fault: CrashFault | AmnesiaFault, { node, host: { disk } }: Machine): void {
    invariant(disk !== undefined, `${node.name} may crash and has no disk`);
    mark(fault.kind === 'crash' ? 'Crash' : 'Amnesia', node.name);
    node.crash();
    if (fault.kind === 'crash') {
      disk.crash(survivorsOf(fault, rng));
      return;
    }
    soFar.forget(fault.node);
    disk.restore(clock.now() - fault.age);
  }

  function hamper(fault: PauseFault | SlowFault | ClockFault): true {
    const word = WORDS[fault.kind];
    for (const { node, host } of machinesOf(fault.node)) {
      mark(word, node.name);
      const end = hampering(host, fault);
      sufferings.begin(fault.node, fault, () => {
        mark(`${word}End`, node.name);
        end();
      });
    }
    return true;
  }

  const ailing = { rng, sufferings, mark, restart };

  return {
    begin(fault) {
      switch (fault.kind) {
        case 'crash':
        case 'amnesia':
          return takeDown(fault);
        case 'pause':
        case 'slow':
        case 'clock':
          return hamper(fault);
        case 'bit-rot':
        case 'full-disk':
          return machinesOf(fault.node)
            .map((machine) => beginDiskFault(fault, machine, ailing))
            .includes(true);
      }
    },
    heal: sufferings.heal,
  };
}

/** The states in which a node can crash. */
const UP: ReadonlySet<NodeStatus> = new Set(['active', 'recovering']);

/** The names of these faults in the trace. */
const WORDS = { pause: 'Pause', slow: 'Slow', clock: 'Clock' } as const;

function hampering({ gate, clock }: Host, fault: PauseFault | SlowFault | ClockFault): End {
  if (fault.kind === 'clock') {
    invariant(clock !== undefined, 'a node whose clock goes wrong has one of its own');
    return clock.skew(fault);
  }
  invariant(gate !== undefined, 'a node that is hampered has a gate');
  return fault.kind === 'pause' ? gate.pause() : gate.slow(fault.delay);
}

function survivorsOf({ id, disk, batches }: CrashFault, rng: Rng): Survives {
  switch (disk) {
    case 'keep':
      return { keep: 'all' };
    case 'lose-unsynced':
      return { keep: 'synced' };
    case 'torn':
      return {
        keep: 'torn',
        below: batches === undefined ? rng.stream(`faults/${id}`).below : wholeThenMost(batches),
      };
  }
}

/**
 * Answers the two draws of a torn write: this many whole batches, and all rows but one of the next.
 */
function wholeThenMost(batches: number): (n: number) => number {
  let isFirst = true;
  return (n) => {
    const drawn = isFirst ? Math.min(batches, n - 1) : n - 1;
    isFirst = false;
    return drawn;
  };
}
