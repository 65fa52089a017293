import {
  type EscrowJobId,
  type MissingDependency,
  type Operation,
  operationId,
  type TransactionFacts,
} from '@quorate/protocol';
import { createdTokenId } from '../ledger/created-tokens.ts';
import { updateKey } from '../ledger/ledger.ts';

/** Tells whether a transaction provides a dependency (rules D2 to D4). */
export function makes(facts: TransactionFacts, dependency: MissingDependency): boolean {
  return facts.transaction.operations.some((operation, index) =>
    operationMakes(facts, operation, index, dependency),
  );
}

/** Tells whether a transaction completes or rejects an escrow job (rule E5). */
export function decides({ transaction }: TransactionFacts, jobId: EscrowJobId): boolean {
  return transaction.operations.some(
    (operation) =>
      operation.kind === 'Escrow' &&
      (operation.escrow.kind === 'Complete' || operation.escrow.kind === 'Reject') &&
      operation.escrow.jobId === jobId,
  );
}

function operationMakes(
  facts: TransactionFacts,
  operation: Operation,
  index: number,
  { kind, id, sender: operator = facts.transaction.sender }: MissingDependency,
): boolean {
  const { sender, nonce } = facts.transaction;
  const escrow = operation.kind === 'Escrow' ? operation.escrow : undefined;
  switch (kind) {
    case 'Token':
      return operation.kind === 'TokenCreation' && createdTokenId(facts, index) === id;
    case 'TokenUpdate':
      return (
        operation.kind === 'TokenManagement' &&
        updateKey(operation.tokenId, operation.updateId) === id
      );
    case 'EscrowConfig':
      return escrow?.kind === 'CreateConfig' && operationId(sender, nonce, index) === id;
    case 'EscrowJob':
      return escrow?.kind === 'CreateJob' && operationId(sender, nonce, index) === id;
    case 'EscrowSubmit':
      return escrow?.kind === 'Submit' && escrow.jobId === id;
    case 'Request':
      return (
        operation.kind === 'JoinCommittee' && operation.config.address === id && operator === sender
      );
    case 'Epoch':
      return operation.kind === 'ChangeCommittee' && String(operation.epoch) === id;
  }
}
