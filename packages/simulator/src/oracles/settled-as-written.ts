import { strayMoves } from './moves.ts';
import type { Oracle } from './oracle.ts';
import { settlementOracle } from './settlement.ts';
import { isRecorded } from './written-record.ts';

/**
 * A settled transaction moves and records what its operation says, nothing less and nothing else.
 *
 * An addition of ours to the ledger document, which promises of the effect of an operation only that
 * it is the same everywhere. Batches are for `atomic-batch`.
 */
export function settledAsWritten(): Oracle {
  return settlementOracle('settled-as-written', (settled) => {
    const { validator, facts, transaction } = settled;
    const [operation, second] = transaction.operations;
    if (operation === undefined || second !== undefined) return undefined;
    const [moved] = strayMoves(settled);
    if (moved === undefined && isRecorded(operation, settled)) return undefined;
    return {
      message: `${validator} settled a ${operation.kind} otherwise than it says`,
      facts: { validator, transaction: facts.id, first: moved ?? 'its record' },
    };
  });
}
