import { strayBalance, strayMove } from './model/moves.ts';
import { strayFinding } from './model/stray.ts';
import { strayRecord } from './model/stray-record.ts';
import type { Oracle, OracleContext } from './oracle.ts';
import { settlementOracle } from './settlement.ts';

/**
 * A transaction of several operations takes effect as a whole, with every move and every record.
 */
export function atomicBatch(
  context: Pick<OracleContext, 'genesis' | 'nameOf' | 'verifier'>,
): Oracle {
  return settlementOracle('atomic-batch', (settled) => {
    if (settled.transaction.operations.length < 2) return undefined;
    const stray = strayMove(settled, context) ?? strayRecord(settled, context);
    const what = 'shows a part of a batch';
    return stray === undefined ? undefined : strayFinding(settled, { what, stray }, context);
  });
}

/** Each job pays out once, to the party that its outcome says, exactly what was locked in it. */
export function escrowPaysOnce(context: Pick<OracleContext, 'genesis' | 'nameOf'>): Oracle {
  return settlementOracle('escrow-pays-once', (settled) => {
    const isDecision = settled.transaction.operations.some(
      (operation) =>
        operation.kind === 'Escrow' &&
        (operation.escrow.kind === 'Complete' || operation.escrow.kind === 'Reject'),
    );
    if (!isDecision) return undefined;
    const stray = strayBalance(settled, context);
    const what = 'paid a job out wrongly';
    return stray === undefined ? undefined : strayFinding(settled, { what, stray }, context);
  });
}
