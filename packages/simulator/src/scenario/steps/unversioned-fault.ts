import { createdBy, isSameLabel, usedBy } from '../../world/users/labels.ts';
import type { OperationStep, TransactionStep } from './step.ts';

/** Says why a transaction cannot have the un-versioned shape; undefined if it can. */
export function unversionedFault({
  operations,
  feeToken,
}: Pick<TransactionStep, 'operations' | 'feeToken'>): string | undefined {
  if (feeToken !== undefined) return 'no token that its fee is paid in';
  const stranger = operations.find(isUnknown);
  if (stranger !== undefined) return `no "${stranger.op}"`;
  if (operations.some((step) => step.op === 'manage-token' && step.name !== undefined)) {
    return 'no new name of a token';
  }
  const created = operations.flatMap((step) => createdBy(step) ?? []);
  if (created.length > 1) return 'one token at most, whose id is that of the transaction';
  const isUsed = operations.some((step) =>
    usedBy(step).some((label) => created.some((own) => isSameLabel(own, label))),
  );
  return isUsed ? 'nothing that uses the token, whose id is that of the transaction' : undefined;
}

function isUnknown({ op }: OperationStep): boolean {
  return op === 'burn' || op.startsWith('escrow-');
}
