import { cellKey, nonceKey } from '@quorate/core';
import { type Operation, operationId } from '@quorate/protocol';
import { strayRecord } from './batch-records.ts';
import { strayMove } from './moves.ts';
import type { Finding, Oracle, OracleContext, Settled } from './oracle.ts';
import { settlementOracle } from './settlement.ts';
import { createdToken } from './token-roles.ts';

/** A transaction of several operations is wholly visible, with every move and every record. */
export function atomicBatch(context: Pick<OracleContext, 'genesis' | 'verifier'>): Oracle {
  return settlementOracle('atomic-batch', (settled) => {
    const { operations } = settled.transaction;
    if (operations.length < 2) return undefined;
    const missing = operations.findIndex(
      (operation, index) => !isVisible(operation, index, settled),
    );
    const first =
      missing < 0
        ? (strayMove(settled, context) ?? strayRecord(settled, context))
        : `operation ${missing}`;
    return first === undefined ? undefined : found(settled, 'shows a part of a batch', first);
  });
}

/** Each job pays out once, to whom its end says, exactly what was locked in it. */
export function escrowPaysOnce(context: Pick<OracleContext, 'genesis'>): Oracle {
  return settlementOracle('escrow-pays-once', (settled) => {
    const isDecision = settled.transaction.operations.some(
      (operation) =>
        operation.kind === 'Escrow' &&
        (operation.escrow.kind === 'Complete' || operation.escrow.kind === 'Reject'),
    );
    if (!isDecision) return undefined;
    const first = strayMove(settled, context);
    return first === undefined ? undefined : found(settled, 'paid a job out wrongly', first);
  });
}

function isVisible(operation: Operation, index: number, settled: Settled): boolean {
  const { facts, transaction, after } = settled;
  const { sender, nonce } = transaction;
  const id = operationId(sender, nonce, index);
  switch (operation.kind) {
    case 'TokenCreation':
      return after.token.get(createdToken(facts, index))?.description !== undefined;
    case 'StateInitialization':
    case 'StateUpdate':
    case 'StateReset':
      return after.cell.has(cellKey(sender, operation.key));
    case 'ExternalClaim':
      return after.claim.has(facts.id);
    case 'JoinCommittee':
    case 'LeaveCommittee':
      return after.request.has(`${nonceKey(sender, nonce)}/${index}`);
    case 'Escrow':
      if (operation.escrow.kind === 'CreateConfig') return after.config.has(id);
      return operation.escrow.kind === 'CreateJob' ? after.job.has(id) : true;
    default:
      return true;
  }
}

function found({ validator, facts }: Settled, what: string, where: string): Finding {
  return {
    message: `${validator} ${what}`,
    facts: { validator, transaction: facts.id, first: where },
  };
}
