import { type Address, factsOf, type TransactionCertificate } from '@quorate/protocol';
import { type CommitteeMember, nodeNameOf } from '../committee.ts';
import type { Effect, NodeName, StoreWrite } from '../effect.ts';
import type { Rejected, Response, Result } from '../message.ts';
import { certificateKey } from '../store-keys.ts';
import type { StoredCertificate } from '../stored-certificate.ts';
import { certificateFault } from '../verification/certificate.ts';
import { signatureFault } from '../verification/sender-signature.ts';
import { prerequisitesOf, withCertificate } from './catch-up.ts';
import {
  decidingRefusal,
  owing,
  quorumUnreachable,
  settledCount,
  signaturesOf,
} from './outcome.ts';
import { type Asked, readRequestId } from './request-id.ts';
import type { ProxyEnv, SignedAnswer } from './rules.ts';
import type { ProxyResume, ProxyState, ProxyStep, Submission } from './state.ts';
import { answerAll, ask, end, put, withProgress } from './submission.ts';

interface Answer {
  readonly state: ProxyState;
  readonly env: ProxyEnv;
  readonly submission: Submission;
  readonly member: CommitteeMember;
  readonly asked: Asked;
}

/**
 * Hears a validator's answer.
 *
 * Whose answer it is, is where it came from, never what it says; an answer that does not hold what
 * it claims counts as none (rule P2).
 */
export function hearResponse(
  state: ProxyState,
  from: NodeName,
  { requestId, result }: Response,
  env: ProxyEnv,
): ProxyStep {
  const unchanged = { state, effects: [] };
  const asked = readRequestId(requestId);
  const submission = asked && state.submissions.get(asked.transactionId);
  const member = state.committee.members.find(({ validator }) => nodeNameOf(validator) === from);
  if (asked === undefined || submission === undefined || member === undefined) return unchanged;
  return hear({ state, env, submission, member, asked }, result);
}

function hear(answer: Answer, result: Result): ProxyStep {
  switch (result.type) {
    case 'Signed':
      return hearSigned(answer, result);
    case 'Settled':
      return hearSettled(answer);
    case 'Rejected':
      return hearRejected(answer, result);
    case 'Certificates':
      return hearCertificates(answer, result.certificates);
    case 'Success':
      // Only proxies say this; from a validator it means nothing.
      return { state: answer.state, effects: [] };
  }
}

function hearSigned({ state, env, submission, member }: Answer, result: SignedAnswer): ProxyStep {
  const { address } = member.validator;
  const known = submission.progress[address]?.signature !== undefined;
  if (known || submission.certificate !== undefined) return { state, effects: [] };
  if (!env.rules.acceptsSignature(submission, address, result, env)) return { state, effects: [] };
  const signed = withProgress(submission, address, (progress) => ({
    ...progress,
    signature: result.signature,
    refusal: undefined,
    prerequisites: [],
  }));
  const signatures = signaturesOf(state, signed);
  if (signatures.length < env.rules.quorum(state.committee.members.length)) {
    return { state: put(state, signed), effects: [] };
  }
  return certify({ state, env, submission: signed }, { envelope: signed.envelope, signatures });
}

// Kept before anybody sees it, so that the same signatures are given out ever after (rule P3).
function certify(
  { state, env, submission }: Pick<Answer, 'state' | 'env' | 'submission'>,
  certificate: TransactionCertificate,
): ProxyStep {
  const certified: Submission = { ...submission, certificate, retries: 0 };
  return {
    state: put(state, certified),
    effects: [
      { type: 'Persist', writes: [certificateWrite(certificate, env.now)] },
      ...ask(state, certified, state.committee.members),
    ],
  };
}

function hearSettled(answer: Answer): ProxyStep {
  const { state, submission, member, asked } = answer;
  const { address } = member.validator;
  if (asked.purpose === 'deliver') {
    const delivered = withProgress(submission, address, (progress) => ({
      ...progress,
      prerequisites: progress.prerequisites.slice(0, -1),
    }));
    return { state: put(state, delivered), effects: ask(state, delivered, [member]) };
  }
  const { certificate } = submission;
  if (asked.purpose !== 'settle' || certificate === undefined) return { state, effects: [] };
  const settled = withProgress(submission, address, (progress) => ({ ...progress, settled: true }));
  return settledBy(answer, settled, certificate);
}

function settledBy(
  { state, env }: Answer,
  submission: Submission,
  certificate: TransactionCertificate,
): ProxyStep {
  const isFinal = settledCount(submission) >= env.rules.quorum(state.committee.members.length);
  const answers = isFinal ? answerAll(submission, { type: 'Success', certificate }) : [];
  const rest: Submission = isFinal ? { ...submission, waiting: [] } : submission;
  if (owing(state, rest).length === 0) return end(state, rest, answers);
  return { state: put(state, rest), effects: answers };
}

function hearRejected(
  { state, env, submission, member, asked }: Answer,
  { rejection }: Rejected,
): ProxyStep {
  const { address } = member.validator;
  const top = submission.progress[address]?.prerequisites.at(-1);
  const subject = asked.purpose === 'deliver' ? top : submission.facts.transaction;
  const prerequisites = subject === undefined ? [] : prerequisitesOf(rejection, subject);
  const refused = withProgress(submission, address, (progress) => ({
    ...progress,
    refusal: progress.signature === undefined ? rejection : progress.refusal,
    prerequisites: [...progress.prerequisites, ...prerequisites],
  }));
  if (prerequisites.length > 0) {
    return { state: put(state, refused), effects: ask(state, refused, [member]) };
  }
  const deciding = refused.certificate === undefined && decidingRefusal(state, refused, env.rules);
  if (!deciding) return { state: put(state, refused), effects: [] };
  // Where some validator signed, the nonce is taken at that validator: no refusal is final then.
  const outcome =
    signaturesOf(state, refused).length === 0
      ? deciding
      : quorumUnreachable(state, refused, `refused with ${deciding.code}`);
  return end(state, refused, answerAll(refused, { type: 'Rejected', rejection: outcome }));
}

function hearCertificates(
  { state, env, submission, asked }: Answer,
  certificates: readonly TransactionCertificate[],
): ProxyStep {
  const lagging = state.committee.members[asked.memberIndex];
  const top = lagging && submission.progress[lagging.validator.address]?.prerequisites.at(-1);
  const unchanged = { state, effects: [] };
  if (lagging === undefined || top === undefined || top.certificate !== undefined) return unchanged;
  const found = certificates.find((certificate) => isCertificateOf(certificate, top, state, env));
  if (found === undefined) return unchanged;
  const supplied = withProgress(submission, lagging.validator.address, (progress) =>
    withCertificate(progress, found),
  );
  const effects: Effect<ProxyResume>[] = [
    { type: 'Persist', writes: [certificateWrite(found, env.now)] },
    ...ask(state, supplied, [lagging]),
  ];
  return { state: put(state, supplied), effects };
}

function isCertificateOf(
  certificate: TransactionCertificate,
  { sender, nonce }: { readonly sender: Address; readonly nonce: bigint },
  { committee }: ProxyState,
  { rules, verifier }: ProxyEnv,
): boolean {
  const facts = factsOf(certificate.envelope.transaction);
  return (
    facts.transaction.sender === sender &&
    facts.transaction.nonce === nonce &&
    certificateFault(certificate, facts, {
      committees: [committee],
      quorum: rules.quorum,
      verifier,
    }) === undefined &&
    signatureFault(certificate.envelope.signature, facts, verifier) === undefined
  );
}

function certificateWrite(certificate: TransactionCertificate, now: bigint): StoreWrite {
  const { sender, nonce } = factsOf(certificate.envelope.transaction).transaction;
  const value: StoredCertificate = { certificate, settledAt: now };
  return { key: certificateKey(sender, nonce), value };
}
