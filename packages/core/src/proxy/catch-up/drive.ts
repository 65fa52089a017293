import { factsOf } from '@quorate/protocol';
import type { Effect, LoadedRows, Persist } from '../../effect.ts';
import { receiveEnvelope } from '../../open-envelope.ts';
import { certificateKey, keyRange } from '../../store-keys.ts';
import { beginSigning } from '../checking.ts';
import { isGenuine } from '../refusals/envelope-fault.ts';
import { isRefusedForGood } from '../refusals/refused.ts';
import type { ProxyEnv } from '../rule-types.ts';
import type { ProxyResume, ProxyState, ProxyStep, Submission, SubmissionRecord } from '../state.ts';
import { newSubmission, resume, submissionWrite } from '../submission.ts';
import { storedCertificate } from './catch-up.ts';

/**
 * Drives the transactions that lock the sender's account when validators refuse because of them and
 * nobody has a certificate (rule P6).
 *
 * Such a transaction is the sender's own and for this network: its signature is verified. Somebody
 * has broadcast it before, so it is not checked again, and no client waits for it here. A single
 * validator may show one that settled long ago, so all that are shown are driven. Two rivals in a
 * contest are not driven: nobody signs either of them any more (rule C6), so driving one would only
 * lead to the other. Nor is one that this proxy refused for good: either no validator had signed
 * it, so only a liar can show it, or another has settled at its nonce.
 */
export function driveHeld(
  state: ProxyState,
  submission: Submission,
  env: ProxyEnv,
): readonly Effect<ProxyResume>[] {
  const { id, transaction } = submission.facts;
  const held = Object.values(submission.progress)
    .flatMap(({ refusal }) =>
      refusal?.code === 'PreviousTransactionMustBeConfirmedFirst' && refusal.pending.length === 1
        ? refusal.pending
        : [],
    )
    .flatMap((envelope) => {
      const opened = receiveEnvelope(envelope);
      return 'rejection' in opened ? [] : [opened];
    })
    .filter(({ facts }) => facts.transaction.sender === transaction.sender)
    .filter(({ facts }) => facts.transaction.nonce <= transaction.nonce && facts.id !== id)
    .filter(({ facts }) => !isRefusedForGood(state, facts.id))
    .filter((opened) => isGenuine(opened, { network: state.network, verifier: env.verifier }));
  const distinct = new Map(held.map(({ envelope, facts }) => [facts.id, envelope]));
  return [...distinct.values()].flatMap((envelope) =>
    takeOn(state, { envelope, certificate: undefined }),
  );
}

/**
 * Drives a transaction that no client has asked for, to get it signed or to deliver its
 * certificate. Ignores one that is already under way.
 *
 * A certificate that this proxy has given out itself is used first, because a transaction has one
 * certificate (rule P3).
 */
export function takeOn(
  state: ProxyState,
  record: SubmissionRecord,
): readonly Effect<ProxyResume>[] {
  const { id, transaction } = factsOf(record.envelope.transaction);
  if (state.submissions.has(id)) return [];
  const ranges = [keyRange(certificateKey(transaction.sender, transaction.nonce))];
  return [{ type: 'Load', ranges, resume: { purpose: 'Drive', record } }];
}

/** Begins to drive a transaction, with the certificate from the store if there is one. */
export function driveLoaded(
  state: ProxyState,
  { envelope, certificate }: SubmissionRecord,
  rows: LoadedRows,
  { now }: ProxyEnv,
): ProxyStep {
  const { id, transaction } = factsOf(envelope.transaction);
  if (state.submissions.has(id)) return { state, effects: [] };
  const stored = storedCertificate(rows, transaction);
  const known = stored ?? certificate;
  // Another transaction has settled at the nonce, so this one cannot.
  if (known !== undefined && factsOf(known.envelope.transaction).id !== id) {
    return { state, effects: [] };
  }
  const record = { envelope: known?.envelope ?? envelope, certificate: known };
  const submission = newSubmission(state, record, [], now);
  if (known === undefined) return beginSigning(state, submission, now);
  const step = resume(state, submission, now);
  // The certificate is stored before anybody sees it, as if it had been formed here (rule P3), and
  // it is kept whatever the proxy prunes.
  const write: Persist = { type: 'Persist', writes: [submissionWrite(submission)] };
  return { state: step.state, effects: [write, ...step.effects] };
}
