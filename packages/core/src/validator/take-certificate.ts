import type { TransactionCertificate } from '@quorate/protocol';
import type { StoreWrite } from '../effect.ts';
import { applyChanges } from '../ledger/ledger.ts';
import type { Result } from '../message.ts';
import { conflictKey } from '../store-keys.ts';
import { type Delivery, firstAnswer, type ValidatorEnv } from './rule-types.ts';
import { type ValidatorState, withLedger } from './state.ts';
import { open, recordWrite } from './submit-transaction.ts';

/** What came of a certificate. */
export interface Taken {
  /** The same object when nothing changed. */
  readonly state: ValidatorState;
  readonly result: Result;
  /** Empty when nothing has to be written. */
  readonly writes: readonly StoreWrite[];
}

/**
 * Checks a certificate and applies it (rules S1 to S7).
 *
 * It needs no earlier submission at this validator, and anyone may deliver it.
 */
export function takeCertificate(
  state: ValidatorState,
  certificate: TransactionCertificate,
  env: ValidatorEnv,
): Taken {
  const submission = open(state, certificate.envelope, env);
  if ('rejection' in submission) return { state, result: submission, writes: [] };
  const { envelope, facts, transaction, account } = submission;
  const delivery = { state, env, envelope, facts, transaction, account, certificate };
  const known = firstAnswer(env.rules.settlement, delivery);
  if (known !== undefined) return { state, result: known, writes: evidence(delivery, known) };

  const { changes, rows, createdTokens } = env.rules.settle(delivery);
  const writes = changes.map(recordWrite);
  for (const row of rows) writes.push(row);
  return {
    state: withLedger(state, applyChanges(state.ledger, changes)),
    result: { type: 'Settled', transactionId: facts.id, createdTokens },
    writes,
  };
}

// Two certificates at one nonce prove that more than f validators are faulty: both are kept (S2).
function evidence(
  { facts, transaction, certificate }: Delivery,
  answer: Result,
): readonly StoreWrite[] {
  if (answer.type !== 'Rejected' || answer.rejection.code !== 'ConflictingCertificate') return [];
  return [
    { key: conflictKey(transaction.sender, transaction.nonce, facts.id), value: certificate },
  ];
}
