import { VALIDATOR_RULES } from '@quorate/core';
import { BURN_ADDRESS } from '@quorate/protocol';
import { type Mutant, wrongValidator } from '../mutant.ts';

const { TokenTransfer } = VALIDATOR_RULES.operations;

/** Validators that are wrong about payments (ledger.md section 5). */
export const TRANSFERS: readonly Mutant[] = [
  wrongValidator(
    { id: 'overdraft-admitted', rule: 'V6', title: 'signs payments of more than the balance' },
    { operations: { TokenTransfer: { validate: () => undefined } } },
  ),
  wrongValidator(
    {
      id: 'overdraft-by-one-admitted',
      rule: 'V6',
      title: 'signs payments of one unit more than the balance',
    },
    {
      operations: {
        TokenTransfer: {
          validate: (operation, scratch, context) => {
            const { amount } = operation;
            const less = amount > 1n ? { ...operation, amount: amount - 1n } : operation;
            return TokenTransfer.validate(less, scratch, context);
          },
        },
      },
    },
  ),
  wrongValidator(
    { id: 'payment-of-nothing-admitted', rule: 'V6', title: 'signs payments of nothing' },
    {
      operations: {
        TokenTransfer: {
          validate: (operation, scratch, context) =>
            operation.amount === 0n
              ? undefined
              : TokenTransfer.validate(operation, scratch, context),
        },
      },
    },
  ),
  wrongValidator(
    { id: 'credit-forgotten', rule: 'S5', title: 'takes a payment and gives it to nobody' },
    {
      operations: {
        TokenTransfer: {
          apply: ({ tokenId, amount }, scratch, { transaction }) =>
            scratch.debit(transaction.sender, tokenId, amount),
        },
      },
    },
  ),
  wrongValidator(
    {
      id: 'burn-address-not-credited',
      rule: 'S5',
      title: 'destroys what is paid to the burn address',
      isHard: true,
    },
    {
      operations: {
        TokenTransfer: {
          apply: (operation, scratch, context) => {
            const { tokenId, recipient, amount } = operation;
            TokenTransfer.apply(operation, scratch, context);
            if (recipient === BURN_ADDRESS) scratch.debit(recipient, tokenId, amount);
          },
        },
      },
    },
  ),
  wrongValidator(
    {
      id: 'credit-before-debit-lost',
      rule: 'S6',
      title: 'forgets the debt of an account below zero when somebody pays it',
    },
    {
      operations: {
        TokenTransfer: {
          apply: (operation, scratch, context) => {
            const { tokenId, recipient } = operation;
            const debt = scratch.balance(recipient, tokenId);
            TokenTransfer.apply(operation, scratch, context);
            if (debt < 0n) scratch.credit(recipient, tokenId, -debt);
          },
        },
      },
    },
  ),
  wrongValidator(
    { id: 'debit-stops-at-zero', rule: 'S6', title: 'lets no balance go below zero' },
    {
      operations: {
        TokenTransfer: {
          apply: ({ tokenId, recipient, amount }, scratch, { transaction }) => {
            const held = scratch.balance(transaction.sender, tokenId);
            scratch.debit(transaction.sender, tokenId, held < amount ? held : amount);
            scratch.credit(recipient, tokenId, amount);
          },
        },
      },
    },
  ),
  wrongValidator(
    {
      id: 'payment-to-oneself-pays',
      rule: 'S5',
      title: 'lets whoever pays themselves keep what they paid',
    },
    {
      operations: {
        TokenTransfer: {
          apply: (operation, scratch, context) => {
            const { tokenId, recipient, amount } = operation;
            TokenTransfer.apply(operation, scratch, context);
            if (recipient === context.transaction.sender) {
              scratch.credit(recipient, tokenId, amount);
            }
          },
        },
      },
    },
  ),
  wrongValidator(
    { id: 'payment-comes-back', rule: 'S5', title: 'credits a payment to its sender' },
    {
      operations: {
        TokenTransfer: {
          apply: (operation, scratch, context) => {
            const recipient = context.transaction.sender;
            TokenTransfer.apply({ ...operation, recipient }, scratch, context);
          },
        },
      },
    },
  ),
];
