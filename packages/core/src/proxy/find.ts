import type { TransactionCertificate } from '@quorate/protocol';
import { nodeNameOf } from '../committee.ts';
import { type Answer, ignored } from './answer.ts';
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
  const asking: Submission = { ...submission, found: { heard: [], certificate: undefined } };
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
  certificate: TransactionCertificate | undefined,
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
  const next: Submission = { ...submission, found: { heard, certificate: union } };
  const quorum = env.rules.quorum(state.committee.members.length);
  return union !== undefined && heard.length >= quorum
    ? certify(state, next, union, env.now)
    : { state: put(state, next), effects: [] };
}
