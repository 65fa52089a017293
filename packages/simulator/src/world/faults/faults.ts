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
   * Ends every fault as far as it concerns these nodes; what the others suffer becomes permanent.
   * No further fault takes effect.
   */
  heal(nodes: ReadonlySet<string>): void;
  /** Notes that the run has ended: later queries about links are not messages that meet a fault. */
  end(): void;
  /**
   * Reports for each fault when it took effect, in the order of the scenario. A network fault takes
   * effect with the first message that it loses, holds or treats differently.
   */
  reports(): readonly FaultReport[];
}

/** Places every fault at its moment. */
export function placeFaults(faults: readonly Fault[], ground: FaultGround): PlacedFaults {
  const { clock, start, moments } = ground;
  const nodeFaults = createNodeFaults(ground);
  const networkFaults = createNetworkFaults(ground);
  const tookEffectAt = new Map<string, bigint>();
  let isHealed = false;
  let isOver = false;

  function begin(fault: Fault, takesEffect: () => void): void {
    switch (fault.kind) {
      case 'crash':
      case 'amnesia':
      case 'pause':
      case 'slow':
      case 'clock':
      case 'bit-rot':
      case 'full-disk':
        if (nodeFaults.begin(fault)) takesEffect();
        return;
      case 'cut':
      case 'clog':
      case 'swizzle-clog':
      case 'degrade':
        networkFaults.begin(fault, takesEffect);
        return;
    }
  }

  for (const fault of faults) {
    moments.when(fault.moment, () => {
      if (isHealed) return;
      begin(fault, () => {
        if (isOver || tookEffectAt.has(fault.id)) return;
        tookEffectAt.set(fault.id, clock.now() - start);
      });
    });
  }
  return {
    heal(nodes) {
      isHealed = true;
      networkFaults.heal(nodes);
      nodeFaults.heal(nodes);
    },
    end() {
      isOver = true;
    },
    reports: () => faults.map(({ id, kind }) => ({ id, kind, at: tookEffectAt.get(id) })),
  };
}
