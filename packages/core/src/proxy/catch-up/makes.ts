import {
  type Address,
  type EscrowJobId,
  type MissingDependency,
  type Operation,
  operationId,
  type TokenId,
  type TransactionFacts,
} from '@quorate/protocol';
import { createdTokenId } from '../../ledger/created-tokens.ts';
import { updateKey } from '../../ledger/ledger.ts';

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

/**
 * Tells whether a transaction may have credited an account, fees apart: one that ends an escrow job
 * does not say whom it credits.
 */
export function mayCredit({ transaction }: TransactionFacts, account: Address): boolean {
  const { sender, operations } = transaction;
  // A creation credits its sender.
  if (sender === account) return true;
  return operations.some((operation) => {
    switch (operation.kind) {
      case 'TokenTransfer':
      case 'Mint':
        return operation.recipient === account;
      case 'Escrow':
        return operation.escrow.kind === 'Complete' || operation.escrow.kind === 'Reject';
      default:
        return false;
    }
  });
}

/** Tells whether a transaction decides who may mint one of these tokens. */
export function decidesMinters(facts: TransactionFacts, tokens: readonly TokenId[]): boolean {
  return facts.transaction.operations.some((operation, index) => {
    switch (operation.kind) {
      case 'TokenCreation':
        return tokens.includes(createdTokenId(facts, index));
      case 'TokenManagement':
        return tokens.includes(operation.tokenId);
      default:
        return false;
    }
  });
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
