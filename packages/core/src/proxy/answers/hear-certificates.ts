import type { Certificates } from '../../message.ts';
import { hearBasis } from '../catch-up/basis.ts';
import { isAt, withCertificate } from '../catch-up/catch-up.ts';
import { hearMakers } from '../catch-up/dependency.ts';
import { verifiedAt } from '../catch-up/fetched.ts';
import { hearFound } from '../catch-up/find.ts';
import { notFound } from '../catch-up/not-found.ts';
import type { ProxyStep } from '../state.ts';
import { ask, put, withProgress } from '../submission.ts';
import { type Answer, ignored } from './answer.ts';

/** Handles certificates that a validator was asked for. Each one is verified before it is used. */
export function hearCertificates(answer: Answer, shown: Certificates): ProxyStep {
  switch (answer.asked.purpose) {
    case 'fetch':
      return hearFetched(answer, shown);
    case 'depend':
      return hearMakers(answer, shown);
    case 'basis':
      return hearBasis(answer, shown);
    case 'find':
      return hearFound(answer, shown);
    case 'check':
    case 'sign':
    case 'settle':
    case 'deliver':
      return ignored(answer);
  }
}

function hearFetched(
  answer: Answer,
  { certificates: [certificate], pruned = [] }: Certificates,
): ProxyStep {
  const { state, submission, asked } = answer;
  const lagging = state.committee.members[asked.index];
  const top = lagging && submission.progress[lagging.validator.address]?.prerequisites.at(-1);
  if (lagging === undefined || top === undefined || top.certificate !== undefined) {
    return ignored(answer);
  }
  const gone = pruned.filter((each) => isAt(each, top));
  if (certificate === undefined || gone.length > 0) return notFound(answer, lagging, gone);
  if (verifiedAt(answer, certificate, top) === undefined) return ignored(answer);
  const supplied = withProgress(submission, lagging.validator.address, (progress) =>
    withCertificate(progress, certificate),
  );
  return { state: put(state, supplied), effects: ask(state, supplied, [lagging]) };
}
