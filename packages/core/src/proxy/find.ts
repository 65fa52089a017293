import type { PrunedCertificate, Rejection } from '@quorate/protocol';
import { nodeNameOf } from '../committee.ts';
import type { Certificates } from '../message.ts';
import { agreedPruned } from './agreed-pruned.ts';
import { type Answer, ignored } from './answer.ts';
import { isAt } from './catch-up.ts';
import { certify } from './certify.ts';
import { verifiedAt } from './fetched.ts';
import { nonceReported } from './outcome.ts';
import { requestId } from './request-id.ts';
import type { ProxyState, ProxyStep, Submission } from './state.ts';
import { fail, put } from './submission.ts';
import { united } from './united.ts';

/**
 * Asks every validator what settled at the nonce of a transaction.
 *
 * One that is past the nonce has a certificate there: of this very transaction, which then must not
 * be refused (rule P3), or of another, which is the proof that it must.
 */
export function findSettled(state: ProxyState, submission: Submission): ProxyStep {
  if (submission.found !== undefined) return { state: put(state, submission), effects: [] };
  const { id, transaction } = submission.facts;
  const { sender, nonce } = transaction;
  const found = { heard: [], certificate: undefined, pruned: [] };
  const asking: Submission = { ...submission, found };
  const request = requestId({ purpose: 'find', transactionId: id, index: 0 });
  return {
    state: put(state, asking),
    effects: state.committee.members.map(({ validator }) => ({
      type: 'Send',
      to: nodeNameOf(validator),
      message: {
        type: 'GetCertificates',
        requestId: request,
        select: { by: 'Sender', sender, fromNonce: nonce, limit: 1 },
      },
    })),
  };
}

/** Hears what settled at the nonce: the union of what a quorum shows is settled again (rule P3). */
export function hearFound(
  answer: Answer,
  { certificates: [certificate], pruned = [] }: Certificates,
): ProxyStep {
  const { state, env, submission, member } = answer;
  const { found, facts } = submission;
  const { address } = member.validator;
  if (submission.phase === 'settling' || found === undefined || found.heard.includes(address)) {
    return ignored(answer);
  }
  const shown = certificate && verifiedAt(answer, certificate, facts.transaction);
  if (shown !== undefined && shown.id !== facts.id) {
    const expectedNonce = nonceReported(state, submission, env.rules);
    const { nonce } = facts.transaction;
    return fail(state, submission, { code: 'UnexpectedNonce', rule: 'V5', nonce, expectedNonce });
  }
  const heard = [...found.heard, address];
  const union =
    shown && certificate ? united(state, found.certificate, certificate) : found.certificate;
  const gone = pruned.filter((each) => isAt(each, facts.transaction)).slice(0, 1);
  const all = { heard, certificate: union, pruned: [...found.pruned, ...gone] };
  const next: Submission = { ...submission, found: all };
  const { length } = state.committee.members;
  if (heard.length < env.rules.quorum(length)) return { state: put(state, next), effects: [] };
  if (union !== undefined) return certify(state, next, union, env.now);
  // What most have pruned, one that prunes nothing may show yet.
  if (heard.length < length && submission.retries === 0) {
    return { state: put(state, next), effects: [] };
  }
  const said = all.pruned.map((each) => [each]);
  const [agreed] = agreedPruned(said, env.rules.faultyMax(length) + 1);
  return agreed === undefined
    ? { state: put(state, next), effects: [] }
    : fail(state, next, refusalFor(next, agreed, nonceReported(state, next, env.rules)));
}

// Settled, and nobody of a quorum shows it: then f + 1 say what it was, so that a correct one does.
function refusalFor(
  { facts }: Submission,
  pruned: PrunedCertificate,
  expectedNonce: bigint,
): Rejection {
  const { nonce } = facts.transaction;
  return pruned.transactionId === facts.id
    ? { code: 'CertificatePruned', rule: 'P7', pruned: [pruned] }
    : { code: 'UnexpectedNonce', rule: 'V5', nonce, expectedNonce };
}
