import { AdminError } from '../admin/admin-error.ts';
import { DevnetError, type DevnetOptions } from '../options.ts';
import { CHAOS, type GivenFault } from './chaos.ts';
import { beginGiven, type FaultGround } from './given-faults.ts';

/**
 * Begins the faults with which a devnet starts; resolves once they are in effect.
 *
 * @throws DevnetError `InvalidOption` naming the fault and what is wrong with it
 */
export async function beginFirst(
  ground: FaultGround,
  { faults: given = [], chaos }: Pick<DevnetOptions, 'faults' | 'chaos'>,
): Promise<void> {
  const begin = async (name: string, fault: GivenFault): Promise<void> => {
    try {
      await beginGiven(ground, fault, 'the fault');
    } catch (failure) {
      throw failure instanceof AdminError ? wrong(name, failure.message) : failure;
    }
  };
  for (const [index, fault] of given.entries()) await begin(`faults: number ${index + 1}`, fault);
  for (const fault of CHAOS[chaos ?? '']?.faultsAmong(ground.faultNames().validators) ?? []) {
    await begin('chaos', fault);
  }
}

function wrong(name: string, why: string): DevnetError {
  return new DevnetError('InvalidOption', `${name}: ${why}`);
}
