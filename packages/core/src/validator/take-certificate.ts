import type { TransactionCertificate } from '@quorate/protocol';
import type { StoreWrite } from '../effect.ts';
import { applyChanges } from '../ledger/ledger.ts';
import type { Result } from '../message.ts';
import { conflictKey } from '../store-keys.ts';
import { type Delivery, firstAnswer, type ValidatorEnv } from './rule-types.ts';
import { type ValidatorState, withLedger } from './state.ts';
import { open, recordWrite } from './submit-transaction.ts';

/** The outcome of delivering a certificate. */
export interface Taken {
  /** The same object as before when nothing changed. */
  readonly state: ValidatorState;
  readonly result: Result;
  /** Empty when there is nothing to write. */
  readonly writes: readonly StoreWrite[];
}

/**
 * Checks a certificate and applies it (rules S1 to S7).
 *
 * The validator needs no earlier submission, and anyone may deliver the certificate.
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

// Two certificates for one (sender, nonce) prove that more than f validators are faulty: both are
// kept (rule S2).
function evidence(
  { facts, transaction, certificate }: Delivery,
  answer: Result,
): readonly StoreWrite[] {
  if (answer.type !== 'Rejected' || answer.rejection.code !== 'ConflictingCertificate') return [];
  return [
    { key: conflictKey(transaction.sender, transaction.nonce, facts.id), value: certificate },
  ];
}
