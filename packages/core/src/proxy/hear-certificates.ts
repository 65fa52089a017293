import type { Address, TransactionCertificate, TransactionFacts } from '@quorate/protocol';
import { verifiedFacts } from '../verification/certificate.ts';
import { type Answer, ignored } from './answer.ts';
import { withCertificate } from './catch-up.ts';
import { certify } from './certify.ts';
import { nonceReported } from './outcome.ts';
import type { ProxyStep } from './state.ts';
import { ask, fail, put, withProgress } from './submission.ts';

/** Hears certificates that a validator was asked for; only the one asked for is looked at. */
export function hearCertificates(
  answer: Answer,
  [certificate]: readonly TransactionCertificate[],
): ProxyStep {
  if (certificate === undefined) return ignored(answer);
  switch (answer.asked.purpose) {
    case 'fetch':
      return hearFetched(answer, certificate);
    case 'find':
      return hearFound(answer, certificate);
    case 'sign':
    case 'settle':
    case 'deliver':
      return ignored(answer);
  }
}

function hearFetched(answer: Answer, certificate: TransactionCertificate): ProxyStep {
  const { state, submission, asked } = answer;
  const lagging = state.committee.members[asked.memberIndex];
  const top = lagging && submission.progress[lagging.validator.address]?.prerequisites.at(-1);
  if (lagging === undefined || top === undefined || top.certificate !== undefined) {
    return ignored(answer);
  }
  if (factsAt(answer, certificate, top) === undefined) return ignored(answer);
  const supplied = withProgress(submission, lagging.validator.address, (progress) =>
    withCertificate(progress, certificate),
  );
  return { state: put(state, supplied), effects: ask(state, supplied, [lagging]) };
}

// One certificate decides, whoever shows it: a quorum stands behind it.
function hearFound(answer: Answer, certificate: TransactionCertificate): ProxyStep {
  const { state, env, submission } = answer;
  if (submission.certificate !== undefined) return ignored(answer);
  const facts = factsAt(answer, certificate, submission.facts.transaction);
  if (facts === undefined) return ignored(answer);
  if (facts.id === submission.facts.id) return certify(state, submission, certificate, env.now);
  return fail(state, submission, {
    code: 'UnexpectedNonce',
    rule: 'V5',
    expectedNonce: nonceReported(state, submission, env.rules),
  });
}

function factsAt(
  { state, env }: Answer,
  certificate: TransactionCertificate,
  { sender, nonce }: { readonly sender: Address; readonly nonce: bigint },
): TransactionFacts | undefined {
  const facts = verifiedFacts(certificate, {
    committees: [state.committee],
    quorum: env.rules.quorum,
    verifier: env.verifier,
  });
  const isAsked = facts?.transaction.sender === sender && facts.transaction.nonce === nonce;
  return isAsked ? facts : undefined;
}
