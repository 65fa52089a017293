import { strayMove } from '../model/moves.ts';
import { strayFinding } from '../model/stray.ts';
import { strayRecord } from '../model/stray-record.ts';
import type { Oracle, OracleContext } from '../oracle.ts';
import { settlementOracle } from '../settlement.ts';

/**
 * A settled transaction moves and records what its operation says and moves its fee, nothing less
 * and nothing else.
 *
 * Our addition to ledger.md, which promises about effects only that they are the same everywhere.
 * `atomic-batch` covers batches.
 */
export function settledAsWritten(
  context: Pick<OracleContext, 'genesis' | 'nameOf' | 'verifier'>,
): Oracle {
  return settlementOracle('settled-as-written', (settled) => {
    const [operation, second] = settled.transaction.operations;
    if (operation === undefined || second !== undefined) return undefined;
    const stray = strayMove(settled, context) ?? strayRecord(settled, context);
    if (stray === undefined) return undefined;
    const what = `did not settle a ${operation.kind} as it says`;
    return strayFinding(settled, { what, stray }, context);
  });
}
