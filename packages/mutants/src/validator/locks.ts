import { VALIDATOR_RULES } from '@quorate/core';
import { type TransactionEnvelope, transactionId } from '@quorate/protocol';
import { type Mutant, wrongValidator } from '../mutant.ts';

const { submission, takeLock } = VALIDATOR_RULES;

/**
 * Validators that can be made to sign twice, or whose lock covers what it must not (V4, V8, V10,
 * C8).
 */
export const LOCKS: readonly Mutant[] = [
  wrongValidator(
    { id: 'lock-unchecked', rule: 'V4', title: 'signs a rival of what it holds' },
    { submission: { V4: () => undefined } },
  ),
  wrongValidator(
    {
      id: 'lock-yields-to-smaller-ids',
      rule: 'V4',
      title: 'signs a rival of what it holds when its id is smaller',
    },
    {
      submission: {
        V4: (given) => {
          const { lock } = given.account;
          if (lock?.kind !== 'pending') return submission.V4(given);
          return given.facts.id < transactionId(lock.envelope.transaction)
            ? undefined
            : submission.V4(given);
        },
      },
    },
  ),
  wrongValidator(
    {
      id: 'one-of-two-in-contest-signed',
      rule: 'V4',
      title: 'signs a transaction that it holds in contest with another',
      isHard: true,
    },
    {
      submission: {
        V4: (given) => {
          const { lock } = given.account;
          const isHeld = ({ transaction }: TransactionEnvelope) =>
            transactionId(transaction) === given.facts.id;
          const isOneOfTwo = lock?.kind === 'contested' && lock.envelopes.some(isHeld);
          return isOneOfTwo ? undefined : submission.V4(given);
        },
      },
    },
  ),
  wrongValidator(
    { id: 'lock-not-taken', rule: 'V8', title: 'signs and locks nothing' },
    { takeLock: ({ account }) => account },
  ),
  wrongValidator(
    {
      id: 'lock-not-taken-later',
      rule: 'V8',
      title: 'signs and locks nothing from the third transaction of an account on',
      isHard: true,
    },
    {
      takeLock: (given, signature) =>
        given.account.nextNonce >= 2n ? given.account : takeLock(given, signature),
    },
  ),
  wrongValidator(
    {
      id: 'mark-of-the-handover-lost',
      rule: 'C8',
      title: 'forgets that a handover left it the transaction that it signs',
      isHard: true,
    },
    {
      takeLock: (given, signature) =>
        takeLock({ ...given, account: { ...given.account, lock: undefined } }, signature),
    },
  ),
  wrongValidator(
    {
      id: 'lock-cleared-on-refusal',
      rule: 'V4',
      title: 'drops the lock of an account when it refuses one of its transactions',
    },
    {
      refuse: ({ account }) =>
        account.lock === undefined ? account : { ...account, lock: undefined },
    },
  ),
  wrongValidator(
    {
      id: 'lock-cleared-on-an-old-nonce',
      rule: 'V4',
      title: 'drops the lock of an account when it refuses a nonce that is settled',
    },
    {
      refuse: ({ account, transaction }) =>
        account.lock === undefined || transaction.nonce >= account.nextNonce
          ? account
          : { ...account, lock: undefined },
    },
  ),
  wrongValidator(
    { id: 'lock-in-memory-only', rule: 'V8', title: 'never writes a lock' },
    { order: { V8: (_persist, answer) => [answer] } },
  ),
  wrongValidator(
    {
      id: 'answer-before-lock',
      rule: 'V8',
      title: 'gives its signature before the lock is durable',
    },
    { order: { V8: (persist, answer) => [answer, persist] } },
  ),
  wrongValidator(
    {
      id: 'submitted-form-signed',
      rule: 'V10',
      title: 'signs the form with verifier signatures in it',
    },
    { signedBytes: ({ submittedBytes }) => submittedBytes },
  ),
];
