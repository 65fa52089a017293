import { CERTIFICATE_PREFIX, type Delivery, VALIDATOR_RULES } from '@quorate/core';
import { type Operation, transactionId } from '@quorate/protocol';
import { type Mutant, wrongValidator } from '../mutant.ts';

const { settle, submission, effects } = VALIDATOR_RULES;

function withOperations(given: Delivery, operations: readonly Operation[]): Delivery {
  return { ...given, transaction: { ...given.transaction, operations } };
}

/** Validators that apply or keep a certificate wrongly (rules S5, S7, P6). */
export const SETTLEMENTS: readonly Mutant[] = [
  wrongValidator(
    {
      id: 'balance-checked-again',
      rule: 'S5',
      title: 'applies nothing of a certificate that is not funded here',
    },
    {
      settle: (given) => {
        const refusal = submission.V6(given);
        const isShort =
          refusal?.type === 'Rejected' && refusal.rejection.code === 'InsufficientFunding';
        return settle(isShort ? withOperations(given, []) : given);
      },
    },
  ),
  wrongValidator(
    { id: 'batch-half-applied', rule: 'S5', title: 'leaves out the last operation of a batch' },
    {
      effects: {
        operations: (given, scratch) => {
          const { operations } = given.transaction;
          const applied = operations.length === 1 ? operations : operations.slice(0, -1);
          effects.operations(withOperations(given, applied), scratch);
        },
      },
    },
  ),
  wrongValidator(
    {
      id: 'third-operation-lost',
      rule: 'S5',
      title: 'applies no more than two operations of a batch',
    },
    {
      effects: {
        operations: (given, scratch) =>
          effects.operations(
            withOperations(given, given.transaction.operations.slice(0, 2)),
            scratch,
          ),
      },
    },
  ),
  wrongValidator(
    {
      id: 'long-batch-cut-off',
      rule: 'S5',
      title: 'applies no more than sixteen operations of a batch',
      isHard: true,
    },
    {
      effects: {
        operations: (given, scratch) =>
          effects.operations(
            withOperations(given, given.transaction.operations.slice(0, 16)),
            scratch,
          ),
      },
    },
  ),
  wrongValidator(
    {
      id: 'own-credit-uncounted',
      rule: 'P6',
      title: 'does not count a credit of a sender to itself',
    },
    {
      effects: {
        account: (given, before) => {
          const { creditCount } = given.account;
          return { ...effects.account(given, before), creditCount };
        },
      },
    },
  ),
  wrongValidator(
    {
      id: 'lock-outlives-settlement',
      rule: 'S5',
      title: 'keeps the lock of a transaction that has settled',
    },
    {
      effects: {
        account: (given, before) => ({ ...effects.account(given, before), lock: before.lock }),
      },
    },
  ),
  wrongValidator(
    {
      id: 'rival-lock-outlives-settlement',
      rule: 'S5',
      title: 'clears a lock only where it holds what settles',
    },
    {
      effects: {
        account: (given, before) => {
          const { lock } = before;
          const isRival =
            lock?.kind === 'pending' && transactionId(lock.envelope.transaction) !== given.facts.id;
          const after = effects.account(given, before);
          return isRival ? { ...after, lock } : after;
        },
      },
    },
  ),
  wrongValidator(
    { id: 'nonce-stands-still', rule: 'S5', title: 'settles and leaves the nonce where it is' },
    {
      effects: {
        account: (given, before) => ({
          ...effects.account(given, before),
          nextNonce: before.nextNonce,
        }),
      },
    },
  ),
  wrongValidator(
    {
      id: 'settled-before-written',
      rule: 'S5',
      title: 'says that it has settled before that is durable',
    },
    { order: { S5: (persist, answer) => [answer, persist] } },
  ),
  wrongValidator(
    { id: 'settlement-not-written', rule: 'S5', title: 'never writes what it has settled' },
    { order: { S5: (_persist, answer) => [answer] } },
  ),
  wrongValidator(
    {
      id: 'settlement-in-two-writes',
      rule: 'S5',
      title: 'writes balances and the rest of a settlement one after the other',
    },
    {
      order: {
        S5: ({ type, writes }, answer) => [
          { type, writes: writes.filter(({ key }) => key.startsWith('balance/')) },
          { type, writes: writes.filter(({ key }) => !key.startsWith('balance/')) },
          answer,
        ],
      },
    },
  ),
  wrongValidator(
    {
      id: 'certificates-not-kept',
      rule: 'S7',
      title: 'keeps no certificate of what it has settled',
    },
    {
      effects: {
        rows: (given, scratch) =>
          effects.rows(given, scratch).filter(({ key }) => !key.startsWith(CERTIFICATE_PREFIX)),
      },
    },
  ),
  wrongValidator(
    {
      id: 'credits-unlisted',
      rule: 'P6',
      title: 'does not list which certificates credited an account',
    },
    {
      effects: {
        rows: (given, scratch) =>
          effects.rows(given, scratch).filter(({ key }) => !key.startsWith('credit/')),
      },
    },
  ),
  wrongValidator(
    {
      id: 'settlement-dated-by-its-sender',
      rule: 'S7',
      title: 'records the timestamp of the sender as the time of the settlement',
    },
    {
      effects: {
        rows: (given, scratch) => {
          const env = { ...given.env, now: given.transaction.timestampNanos };
          return effects.rows({ ...given, env }, scratch);
        },
      },
    },
  ),
  wrongValidator(
    {
      id: 'wrong-certificate-kept',
      rule: 'S7',
      title: 'keeps a certificate with its first signature only',
    },
    {
      effects: {
        rows: (given, scratch) => {
          const { certificate } = given;
          const short = { ...certificate, signatures: certificate.signatures.slice(0, 1) };
          return effects.rows({ ...given, certificate: short }, scratch);
        },
      },
    },
  ),
  wrongValidator(
    {
      id: 'archival-let-go',
      rule: 'S7',
      title: 'prunes archival certificates',
    },
    { mayPrune: () => true },
  ),
  wrongValidator(
    {
      id: 'nothing-let-go',
      rule: 'S7',
      title: 'prunes nothing',
      isHard: true,
    },
    { mayPrune: () => false },
  ),
];
