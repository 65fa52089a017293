import { VALIDATOR_RULES } from '@quorate/core';
import { NATIVE_TOKEN_ID, type Operation } from '@quorate/protocol';
import { type Mutant, wrongValidator } from '../mutant.ts';

const { effects } = VALIDATOR_RULES;

/** An operation that is not free. */
const CHARGED: Operation = { kind: 'Burn', tokenId: NATIVE_TOKEN_ID, amount: 1n };

/** Tells whether an operation would be free of charge if it stood alone. */
function isFree(operation: Operation): boolean {
  if (operation.kind === 'Escrow') return operation.escrow.kind === 'CreateConfig';
  return ['JoinCommittee', 'LeaveCommittee'].includes(operation.kind);
}

/** Validators that are wrong about what a transaction costs (rule V7). */
export const FEES: readonly Mutant[] = [
  wrongValidator(
    { id: 'fee-unchecked', rule: 'V7', title: 'signs what leaves too little for the fee' },
    { submission: { V7: () => undefined } },
  ),
  wrongValidator(
    { id: 'fee-not-charged', rule: 'V7', title: 'charges nobody a fee' },
    { effects: { fee: () => undefined } },
  ),
  wrongValidator(
    { id: 'fee-charged-twice', rule: 'V7', title: 'charges the fee twice' },
    {
      effects: {
        fee: (given, scratch) => {
          effects.fee(given, scratch);
          effects.fee(given, scratch);
        },
      },
    },
  ),
  wrongValidator(
    { id: 'fee-not-credited', rule: 'V7', title: 'takes the fee and gives it to nobody' },
    {
      effects: {
        fee: (given, scratch) => {
          const { fees } = given.state.genesis;
          if (fees === undefined) return;
          const before = scratch.balance(fees.account, fees.defaultToken);
          effects.fee(given, scratch);
          const paid = scratch.balance(fees.account, fees.defaultToken) - before;
          if (paid > 0n) scratch.debit(fees.account, fees.defaultToken, paid);
        },
      },
    },
  ),
  wrongValidator(
    {
      id: 'free-operations-charged',
      rule: 'V7',
      title: 'charges a fee for what is free of charge',
      isHard: true,
    },
    {
      effects: {
        fee: (given, scratch) =>
          effects.fee(
            { ...given, transaction: { ...given.transaction, operations: [CHARGED] } },
            scratch,
          ),
      },
    },
  ),
  wrongValidator(
    {
      id: 'free-beside-what-is-free',
      rule: 'V7',
      title: 'charges nothing for a transaction if any of its operations is free of charge',
      isHard: true,
    },
    {
      effects: {
        fee: (given, scratch) => {
          const { transaction } = given;
          if (!transaction.operations.some(isFree)) effects.fee(given, scratch);
        },
      },
    },
  ),
];
