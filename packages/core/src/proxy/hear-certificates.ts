import type { TransactionCertificate } from '@quorate/protocol';
import { type Answer, ignored } from './answer.ts';
import { hearBasis } from './basis.ts';
import { withCertificate } from './catch-up.ts';
import { hearMakers } from './dependency.ts';
import { verifiedAt } from './fetched.ts';
import { hearFound } from './find.ts';
import { notFound } from './not-found.ts';
import type { ProxyStep } from './state.ts';
import { ask, put, withProgress } from './submission.ts';

/** Hears certificates that a validator was asked for; each is verified before it is used. */
export function hearCertificates(
  answer: Answer,
  certificates: readonly TransactionCertificate[],
): ProxyStep {
  switch (answer.asked.purpose) {
    case 'fetch':
      return hearFetched(answer, certificates[0]);
    case 'depend':
      return hearMakers(answer, certificates);
    case 'basis':
      return hearBasis(answer, certificates);
    case 'find':
      return hearFound(answer, certificates[0]);
    case 'check':
    case 'sign':
    case 'settle':
    case 'deliver':
      return ignored(answer);
  }
}

function hearFetched(answer: Answer, certificate: TransactionCertificate | undefined): ProxyStep {
  const { state, submission, asked } = answer;
  const lagging = state.committee.members[asked.index];
  const top = lagging && submission.progress[lagging.validator.address]?.prerequisites.at(-1);
  if (lagging === undefined || top === undefined || top.certificate !== undefined) {
    return ignored(answer);
  }
  if (certificate === undefined) return notFound(answer, lagging);
  if (verifiedAt(answer, certificate, top) === undefined) return ignored(answer);
  const supplied = withProgress(submission, lagging.validator.address, (progress) =>
    withCertificate(progress, certificate),
  );
  return { state: put(state, supplied), effects: ask(state, supplied, [lagging]) };
}
