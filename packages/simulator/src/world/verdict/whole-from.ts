import type { Scenario } from '../../scenario/scenario.ts';

/**
 * Gives the time after the start from which a run had no faults any more. Timers follow their
 * node's clock: if that was ahead and is set back at the end of the chaos, the node waits longer by
 * as much.
 */
export function wholeFrom({ phases, faults }: Pick<Scenario, 'phases' | 'faults'>): bigint {
  const chaos = phases?.chaos ?? 0n;
  return faults.reduce((from, fault) => {
    if (fault.kind !== 'clock') return from;
    const ahead = fault.offset + (BigInt(fault.drift) * chaos) / 1_000_000n;
    return ahead > 0n ? from + ahead : from;
  }, chaos);
}
