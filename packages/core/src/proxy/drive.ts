import { factsOf } from '@quorate/protocol';
import type { Effect, LoadedRows, Persist } from '../effect.ts';
import { receiveEnvelope } from '../open-envelope.ts';
import { certificateKey, keyRange } from '../store-keys.ts';
import { storedCertificate } from './catch-up.ts';
import { beginSigning } from './checking.ts';
import { isGenuine } from './envelope-fault.ts';
import { isRefusedForGood } from './refused.ts';
import type { ProxyEnv } from './rule-types.ts';
import type { ProxyResume, ProxyState, ProxyStep, Submission, SubmissionRecord } from './state.ts';
import { newSubmission, resume, submissionWrite } from './submission.ts';

/**
 * Takes on what locks the sender's account, where validators refuse a transaction because of it and
 * nobody has a certificate of it (rule P6).
 *
 * It is the sender's own, for this network: its signature is verified. Somebody broadcast it before, so
 * it is not checked again; nobody waits for it here. One validator may show what has settled long ago, so
 * whatever is shown is driven. Where two are in contest, neither is signed any more (rule C6): to drive one
 * would only lead to the other. What was refused for good, nobody was asked to sign: a liar holds it at best.
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
 * Takes on what nobody has asked for, to sign it or bring it to those who lack it; what is under way already
 * is passed over.
 *
 * What the proxy has given out itself comes first: there is one certificate for a transaction (rule P3).
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

/** Begins to drive something, with the certificate that is in the store, if there is one. */
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
  // Where another transaction has settled at the nonce, nothing comes of this one.
  if (known !== undefined && factsOf(known.envelope.transaction).id !== id) {
    return { state, effects: [] };
  }
  const record = { envelope: known?.envelope ?? envelope, certificate: known };
  const submission = newSubmission(state, record, [], now);
  if (known === undefined) return beginSigning(state, submission, now);
  const step = resume(state, submission, now);
  // Kept before anybody sees it, as one that was put together here (rule P3), and whatever the proxy lets go of.
  const write: Persist = { type: 'Persist', writes: [submissionWrite(submission)] };
  return { state: step.state, effects: [write, ...step.effects] };
}
