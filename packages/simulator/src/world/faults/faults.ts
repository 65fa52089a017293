import type { FaultReport } from '../../run-result.ts';
import type { Fault } from '../../scenario/faults/fault.ts';
import type { Moments } from '../moments.ts';
import { createNetworkFaults, type NetworkFaultGround } from './network-faults.ts';
import { createNodeFaults, type NodeFaultGround } from './node-faults.ts';

/** What faults act on. */
export interface FaultGround extends NodeFaultGround, NetworkFaultGround {
  readonly start: bigint;
  readonly moments: Moments;
}

/** The faults of a run. */
export interface PlacedFaults {
  /**
   * Ends every fault, as far as it concerns these nodes: what the others suffer stays for good. No
   * fault takes effect from then on.
   */
  heal(nodes: ReadonlySet<string>): void;
  /** Says of each fault whether it took effect, in the order of the scenario. */
  reports(): readonly FaultReport[];
}

/** Lets every fault wait for its moment. */
export function placeFaults(faults: readonly Fault[], ground: FaultGround): PlacedFaults {
  const { clock, start, moments } = ground;
  const nodeFaults = createNodeFaults(ground);
  const networkFaults = createNetworkFaults(ground);
  const tookEffectAt = new Map<string, bigint>();
  let isHealed = false;

  function begin(fault: Fault): boolean {
    switch (fault.kind) {
      case 'crash':
      case 'amnesia':
      case 'pause':
      case 'slow':
      case 'clock':
      case 'bit-rot':
      case 'full-disk':
        return nodeFaults.begin(fault);
      case 'cut':
      case 'clog':
      case 'swizzle-clog':
      case 'degrade':
        networkFaults.begin(fault);
        return true;
    }
  }

  for (const fault of faults) {
    moments.when(fault.moment, () => {
      if (!isHealed && begin(fault)) tookEffectAt.set(fault.id, clock.now() - start);
    });
  }
  return {
    heal(nodes) {
      isHealed = true;
      networkFaults.heal(nodes);
      nodeFaults.heal(nodes);
    },
    reports: () => faults.map(({ id, kind }) => ({ id, kind, at: tookEffectAt.get(id) })),
  };
}
