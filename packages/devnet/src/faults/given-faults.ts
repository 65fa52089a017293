import { AdminError } from '../admin/admin-error.ts';
import { expectShape } from '../admin/expect-shape.ts';
import { refusalOf } from '../admin/refusal.ts';
import type { BegunFault } from './chaos.ts';
import { type FaultNames, faultShape } from './fault-shape.ts';
import type { FaultRecord, Faults } from './faults.ts';

/** What callers begin and end faults with. */
export interface FaultGround {
  readonly faults: Faults;
  readonly faultNames: () => FaultNames;
}

/**
 * Begins a fault in the form in which a caller states it; resolves once it is in effect. `whole` is
 * what messages call it.
 *
 * @throws AdminError naming the field that is wrong, or the obstacle
 */
export async function beginGiven(
  { faults, faultNames }: FaultGround,
  given: unknown,
  whole: string,
): Promise<FaultRecord> {
  const record = faults.begin(expectShape(given, faultShape(faultNames()), whole));
  await faults.begun(record.id);
  return record;
}

/**
 * Ends the fault with an id, or all faults if there is none; gives the ids of those that it has
 * ended.
 *
 * @throws AdminError `NOT_FOUND` if there is none with this id; otherwise it says what has ended all
 * the same: to end it again is no remedy
 */
export async function endGiven(
  { faults }: Pick<FaultGround, 'faults'>,
  id: string | undefined,
): Promise<readonly string[]> {
  const ids = id === undefined ? faults.active().map((fault) => fault.id) : [id];
  try {
    await (id === undefined ? faults.heal() : faults.end(id));
    return ids;
  } catch (failure) {
    const refusal = refusalOf(failure);
    // There was none to end.
    if (refusal === undefined || refusal.status === 404) throw failure;
    const { status, code, message } = refusal;
    const told = `ended ${ids.join(', ')}, but not all is as before: ${message}`;
    throw new AdminError(status, code, told, { cause: failure });
  }
}

/** A fault as it was stated, with its id. */
export function begunFault({ id, stated }: FaultRecord): BegunFault {
  return { ...stated, id };
}
