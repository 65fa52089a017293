import { AdminError } from '../admin/admin-error.ts';
import { inOurWords, mistakesIn } from '../data/mistakes.ts';
import { FAUCET } from '../genesis.ts';
import { PROXY } from '../keys.ts';
import { DevnetError, type DevnetOptions } from '../options.ts';
import { CHAOS, type GivenFault } from './chaos.ts';
import { faultShape } from './fault-shape.ts';
import type { Faults } from './faults.ts';

/**
 * Begins the faults with which a devnet starts; resolves once they are in effect.
 *
 * @throws DevnetError `InvalidOption` naming the fault and what is wrong with it
 */
export async function beginFirst(
  faults: Faults,
  { faults: given = [], chaos }: Pick<DevnetOptions, 'faults' | 'chaos'>,
  validators: readonly string[],
): Promise<void> {
  const shape = faultShape({ validators, nodes: [...validators, PROXY, FAUCET] });
  const begin = async (name: string, fault: GivenFault): Promise<void> => {
    const { data, error } = shape.safeParse(fault, { error: inOurWords });
    if (error !== undefined) throw wrong(name, mistakesIn(error, 'the fault'));
    try {
      await faults.begun(faults.begin(data).id);
    } catch (failure) {
      throw failure instanceof AdminError ? wrong(name, failure.message) : failure;
    }
  };
  for (const [index, fault] of given.entries()) await begin(`faults: number ${index + 1}`, fault);
  for (const fault of CHAOS[chaos ?? '']?.faultsAmong(validators) ?? []) {
    await begin('chaos', fault);
  }
}

function wrong(name: string, why: string): DevnetError {
  return new DevnetError('InvalidOption', `${name}: ${why}`);
}
