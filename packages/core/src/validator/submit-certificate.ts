import { type NodeName, type Persist, reply } from '../effect.ts';
import { applyChanges } from '../ledger/ledger.ts';
import type { Result, SubmitCertificate } from '../message.ts';
import { conflictKey } from '../store-keys.ts';
import { type Delivery, firstAnswer, type ValidatorEnv } from './rule-types.ts';
import { type ValidatorState, type ValidatorStep, withLedger } from './state.ts';
import { open, recordWrite } from './submit-transaction.ts';

/**
 * Checks a certificate and applies it (rules S1 to S7).
 *
 * It needs no earlier submission at this validator, and anyone may deliver it.
 */
export function submitCertificate(
  state: ValidatorState,
  from: NodeName,
  { requestId, certificate }: SubmitCertificate,
  env: ValidatorEnv,
): ValidatorStep {
  const answer = (result: Result) => reply(from, requestId, result);
  const submission = open(state, certificate.envelope, env);
  if ('rejection' in submission) return { state, effects: [answer(submission)] };
  const { envelope, facts, transaction, account } = submission;
  const delivery = { state, env, envelope, facts, transaction, account, certificate };
  const known = firstAnswer(env.rules.settlement, delivery);
  if (known !== undefined) {
    return { state, effects: [...evidence(delivery, known), answer(known)] };
  }

  const { changes, rows, createdTokens } = env.rules.settle(delivery);
  const writes = changes.map(recordWrite);
  for (const row of rows) writes.push(row);
  return {
    state: withLedger(state, applyChanges(state.ledger, changes)),
    effects: env.rules.order.S5(
      { type: 'Persist', writes },
      answer({ type: 'Settled', transactionId: delivery.facts.id, createdTokens }),
    ),
  };
}

// Two certificates at one nonce prove that more than f validators are faulty: both are kept (S2).
function evidence(
  { facts, transaction, certificate }: Delivery,
  answer: Result,
): readonly Persist[] {
  if (answer.type !== 'Rejected' || answer.rejection.code !== 'ConflictingCertificate') return [];
  const key = conflictKey(transaction.sender, transaction.nonce, facts.id);
  return [{ type: 'Persist', writes: [{ key, value: certificate }] }];
}
