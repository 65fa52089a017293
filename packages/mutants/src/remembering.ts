import { faultyMax, PROXY_RULES, quorumSize } from '@quorate/core';
import { type Mutant, wrongProxy } from './mutant.ts';

/** Proxies that go on from what they remember where they should ask (ledger.md, rule P5). */
export const REMEMBERING: readonly Mutant[] = [
  wrongProxy(
    {
      id: 'remembered-from-f-plus-one',
      rule: 'P5',
      title: 'goes on without a dry run from what f + 1 validators have told',
      isHard: true,
    },
    {
      fundsTold: (amounts, size) => PROXY_RULES.vouchedFor(amounts, faultyMax(size) + 1),
    },
  ),
  wrongProxy(
    {
      id: 'highest-funds-remembered',
      rule: 'P5',
      title: 'goes on without a dry run from the highest balance that a validator has told',
      isHard: true,
    },
    {
      fundsTold: (amounts, size) =>
        amounts.length < quorumSize(size) ? 0n : PROXY_RULES.vouchedFor(amounts, 1),
    },
  ),
  wrongProxy(
    {
      id: 'remembered-twice',
      rule: 'P5',
      title: 'goes on without a dry run at a nonce with which it has begun something before',
      isHard: true,
    },
    { isUnspent: () => true },
  ),
  wrongProxy(
    {
      id: 'first-cost-remembered',
      rule: 'P5',
      title: 'takes the first payment of a batch for all that it costs',
    },
    {
      costOf: (state, { envelope, facts }) => {
        const { transaction } = facts;
        const operations = transaction.operations.slice(0, 1);
        const first = { ...facts, transaction: { ...transaction, operations } };
        return PROXY_RULES.costOf(state, { envelope, facts: first });
      },
    },
  ),
  wrongProxy(
    {
      id: 'mints-remembered',
      rule: 'P5',
      title: 'goes on with a mint without a dry run where there would be money for a payment',
      isHard: true,
    },
    {
      costOf: (state, submission) => {
        const { operations } = submission.facts.transaction;
        const isMint = operations.every(({ kind }) => kind === 'Mint');
        return isMint ? 1n : PROXY_RULES.costOf(state, submission);
      },
    },
  ),
  wrongProxy(
    {
      id: 'nothing-but-payments-spent',
      rule: 'P5',
      title: 'takes what is not a mere payment for free, and goes on from the balance before it',
      isHard: true,
    },
    {
      spentBy: (state, transaction) => {
        const { operations } = transaction;
        const isPayment = operations.every(({ kind }) => kind === 'TokenTransfer');
        return isPayment ? PROXY_RULES.spentBy(state, transaction) : 0n;
      },
    },
  ),
];
