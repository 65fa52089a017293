import { AdminError } from '../admin/admin-error.ts';
import { inOurWords, mistakesIn } from '../data/mistakes.ts';
import { DevnetError, type DevnetOptions } from '../options.ts';
import { CHAOS, type GivenFault } from './chaos.ts';
import { type FaultNames, faultShape } from './fault-shape.ts';
import type { Faults } from './faults.ts';

/**
 * Begins the faults with which a devnet starts.
 *
 * @throws DevnetError `InvalidOption` naming the fault and what is wrong with it
 */
export function beginFirst(
  faults: Faults,
  { faults: given = [], chaos }: Pick<DevnetOptions, 'faults' | 'chaos'>,
  names: FaultNames,
): void {
  const shape = faultShape(names);
  const begin = (name: string, fault: GivenFault): void => {
    const { data, error } = shape.safeParse(fault, { error: inOurWords });
    if (error !== undefined) throw wrong(name, mistakesIn(error, 'the fault'));
    try {
      faults.begin(data);
    } catch (failure) {
      throw failure instanceof AdminError ? wrong(name, failure.message) : failure;
    }
  };
  given.forEach((fault, index) => {
    begin(`faults: number ${index + 1}`, fault);
  });
  for (const fault of CHAOS[chaos ?? '']?.faultsAmong(names.validators) ?? [])
    begin('chaos', fault);
}

function wrong(name: string, why: string): DevnetError {
  return new DevnetError('InvalidOption', `${name}: ${why}`);
}
