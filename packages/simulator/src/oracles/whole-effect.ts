import { strayBalance, strayMove } from './moves.ts';
import type { Finding, Oracle, OracleContext, Settled } from './oracle.ts';
import { settlementOracle } from './settlement.ts';
import { strayRecord } from './stray-record.ts';

/**
 * A transaction of several operations takes effect as a whole, with every move and every record.
 */
export function atomicBatch(context: Pick<OracleContext, 'genesis' | 'verifier'>): Oracle {
  return settlementOracle('atomic-batch', (settled) => {
    if (settled.transaction.operations.length < 2) return undefined;
    const first = strayMove(settled, context) ?? strayRecord(settled, context);
    return first === undefined ? undefined : found(settled, 'shows a part of a batch', first);
  });
}

/** Each job pays out once, to the party that its outcome says, exactly what was locked in it. */
export function escrowPaysOnce(context: Pick<OracleContext, 'genesis'>): Oracle {
  return settlementOracle('escrow-pays-once', (settled) => {
    const isDecision = settled.transaction.operations.some(
      (operation) =>
        operation.kind === 'Escrow' &&
        (operation.escrow.kind === 'Complete' || operation.escrow.kind === 'Reject'),
    );
    if (!isDecision) return undefined;
    const first = strayBalance(settled, context);
    return first === undefined ? undefined : found(settled, 'paid a job out wrongly', first);
  });
}

function found({ validator, facts }: Settled, what: string, where: string): Finding {
  return {
    message: `${validator} ${what}`,
    facts: { validator, transaction: facts.id, first: where },
  };
}
