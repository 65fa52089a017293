import { NATIVE_TOKEN_ID, type Rejection, type TransactionFacts } from '@quorate/protocol';
import type { FalseRefusal } from './words.ts';

/**
 * Invents a refusal of a transaction, with details that fit the transaction: one of a validator, or
 * a proxy's that no quorum can be reached.
 */
export function falseRefusal(
  code: FalseRefusal | 'QuorumUnreachable',
  { transaction }: TransactionFacts,
): Rejection {
  const { nonce } = transaction;
  const reason = 'made up';
  switch (code) {
    case 'InvalidRequest':
      return { code, rule: 'V1', reason };
    case 'InvalidSignature':
      return { code, rule: 'V3', reason };
    case 'NonSubmittableOperation':
      return { code, rule: 'V6', reason };
    case 'EpochEnding':
      return { code, rule: 'V4', epoch: 0 };
    case 'UnexpectedNonce':
      return { code, rule: 'V5', nonce, expectedNonce: nonce + 1n };
    case 'MissingDependency':
      return { code, rule: 'V6', missing: [{ kind: 'Token', id: NATIVE_TOKEN_ID }] };
    case 'InsufficientFunding':
      return { code, rule: 'V6', tokenId: NATIVE_TOKEN_ID, currentBalance: 0n, required: 1n };
    case 'QuorumUnreachable':
      return { code, rule: 'P8', reason, unsettled: true, refusals: [], silent: [] };
  }
}
