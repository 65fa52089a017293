import { certify } from '../certify.ts';
import { beginSigning } from '../checking.ts';
import type { SignedAnswer } from '../rule-types.ts';
import { withServing } from '../serving.ts';
import type { ProxyStep } from '../state.ts';
import { put, withDone } from '../submission.ts';
import { type Answer, ignored } from './answer.ts';

/**
 * Counts a validator's signature; at a quorum the certificate is formed (rule P1).
 *
 * A signature during the checking phase shows that the transaction was broadcast before, so
 * checking is over (rule P5).
 */
export function hearSigned(answer: Answer, result: SignedAnswer): ProxyStep {
  const { env, submission, member } = answer;
  const { address } = member.validator;
  const isKnown = submission.progress[address]?.signature !== undefined;
  if (isKnown || submission.certificate !== undefined) return ignored(answer);
  if (!env.rules.acceptsSignature(submission, address, result, env)) return ignored(answer);
  const state = withServing(answer.state, address);
  const signed = withDone(submission, address, { signature: result.signature });
  const signatures = env.rules.signatures(state, signed);
  if (signatures.length < env.rules.quorum(state.committee.members.length)) {
    return submission.phase === 'checking'
      ? beginSigning(state, signed, env.now)
      : { state: put(state, signed), effects: [] };
  }
  return certify(state, signed, { envelope: signed.envelope, signatures }, env.now);
}
