import { heldEnvelopes, VALIDATOR_RULES } from '@quorate/core';
import type { Rejection } from '@quorate/protocol';
import { type Mutant, wrongValidator } from '../mutant.ts';

const { submission, operations } = VALIDATOR_RULES;
const { TokenTransfer, Mint, Escrow } = operations;

function inadmissible(operationIndex: number, reason: string): Rejection {
  return { code: 'NonSubmittableOperation', rule: 'V6', operationIndex, reason };
}

/** Validators that refuse what they must sign (rules V3, V4, V6, E4). */
export const OVER_REFUSALS: readonly Mutant[] = [
  wrongValidator(
    { id: 'right-signature-refused', rule: 'V3', title: 'refuses the signature of every sender' },
    { signatures: { sender: { hasSigned: () => false } } },
  ),
  wrongValidator(
    {
      id: 'second-signer-refused',
      rule: 'V3',
      title: 'takes the second signer of a multisig account for the first',
      isHard: true,
    },
    { signatures: { sender: { isRepeated: (_, index) => index > 0 } } },
  ),
  wrongValidator(
    {
      id: 'signature-not-given-again',
      rule: 'V4',
      title: 'treats a transaction that it has signed as its own rival',
    },
    {
      submission: {
        V4: (given) => {
          const pending = heldEnvelopes(given.account.lock);
          if (pending.length === 0) return submission.V4(given);
          const rule = { code: 'PreviousTransactionMustBeConfirmedFirst', rule: 'V4' } as const;
          return { type: 'Rejected', rejection: { ...rule, pending } };
        },
      },
    },
  ),
  wrongValidator(
    { id: 'last-unit-refused', rule: 'V6', title: 'signs no payment of a whole balance' },
    {
      operations: {
        TokenTransfer: {
          validate: (operation, scratch, context) =>
            TokenTransfer.validate(operation, scratch, context) ??
            TokenTransfer.validate(
              { ...operation, amount: operation.amount + 1n },
              scratch,
              context,
            ),
        },
      },
    },
  ),
  wrongValidator(
    {
      id: 'mint-by-others-refused',
      rule: 'V6',
      title: 'lets nobody mint but the admin',
      isHard: true,
    },
    {
      operations: {
        Mint: {
          validate: (operation, scratch, context) => {
            const admin = scratch.get('token', operation.tokenId)?.description?.admin;
            return admin === undefined || admin === context.transaction.sender
              ? Mint.validate(operation, scratch, context)
              : inadmissible(context.index, 'only the admin mints');
          },
        },
      },
    },
  ),
  wrongValidator(
    {
      id: 'second-verifier-refused',
      rule: 'V6',
      title: 'takes the second verifier of a claim for the first',
    },
    { signatures: { claim: { isRepeated: (_, index) => index > 0 } } },
  ),
  wrongValidator(
    {
      id: 'late-delivery-refused',
      rule: 'E4',
      title: 'signs no delivery for a job that has ended',
      isHard: true,
    },
    {
      operations: {
        Escrow: {
          Submit: {
            validate: (operation, scratch, context) => {
              const status = scratch.get('job', operation.jobId)?.status;
              return status === 'Completed' || status === 'Refunded'
                ? inadmissible(context.index, `the job is ${status}`)
                : Escrow.Submit.validate(operation, scratch, context);
            },
          },
        },
      },
    },
  ),
];
