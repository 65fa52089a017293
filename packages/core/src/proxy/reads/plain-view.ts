import { type Certificates, type GetCertificates, type Result, rejected } from '../../message.ts';
import type { Answer } from '../answers/answer.ts';
import type { Read, View } from '../state.ts';
import { certificateView } from './certificate-view.ts';
import { jobView } from './job-view.ts';
import { tokenView } from './token-view.ts';

type ResultOf<T extends View['result']['type']> = Extract<View['result'], { readonly type: T }>;

/**
 * How often a read is repeated because a token or a job is changing. Rounds that bring too few
 * answers tell nothing of that.
 */
const CHANGING_RETRIES = 2;

/**
 * Builds one answer from what a quorum says to a query whose answers need no backing (rule P7).
 * Undefined while too few have answered, or they disagree.
 */
export function plainView(
  context: Pick<Answer, 'state' | 'env'>,
  { query, views, retries, undecided, waiting }: Read,
): Result | undefined {
  const { state, env } = context;
  const size = state.committee.members.length;
  const quorum = env.rules.quorum(size);
  const needed = env.rules.faultyMax(size) + 1;
  switch (query.type) {
    case 'GetAccountInfo':
      return undefined;
    case 'GetTokenInfo': {
      const tokens = resultsOf(views, 'TokenInfo');
      if (tokens.length < quorum) return undefined;
      return tokenView(tokens, { needed, mayWait: undecided < CHANGING_RETRIES, rules: env.rules });
    }
    case 'GetCertificates':
      return certificates(context, query, { views, retries, waiting });
    case 'GetEscrowJobs': {
      const jobs = resultsOf(views, 'EscrowJobs');
      if (jobs.length < quorum) return undefined;
      // A client that asks for a job by id would take its absence for an answer, so never leave it
      // out.
      const mayWait = query.select.by === 'Id' || undecided < CHANGING_RETRIES;
      return jobView(jobs, { needed, mayWait });
    }
  }
}

// A member that has not merged lacks certificates of the previous committee. While fewer than a
// quorum of serving members have answered, a single certificate can be found, but nothing can be
// reported as absent.
function certificates(
  context: Pick<Answer, 'state' | 'env'>,
  query: GetCertificates,
  { views, retries, waiting }: Pick<Read, 'views' | 'retries' | 'waiting'>,
): Result | undefined {
  const { state, env } = context;
  const { length } = state.committee.members;
  const quorum = env.rules.quorum(length);
  const shown = resultsOf(views, 'Certificates');
  if (shown.length < quorum) return undefined;
  const counted = Object.values(views).filter(({ isBacked }) => isBacked);
  const isCertain = counted.length >= quorum;
  if (!isCertain && query.select.by === 'Sender') return undefined;
  const serving = counted.flatMap(({ result }) => (result.type === 'Certificates' ? [result] : []));
  const asked = { query, client: waiting.client };
  const view = certificateView(context, asked, { all: shown, serving });
  if (!isCertain && view.certificates.length === 0) return undefined;
  // A validator that prunes nothing may still show what the others have pruned: in the first round,
  // wait for all of them.
  const isEarly = view.pruned !== undefined && shown.length < length && retries === 0;
  return isEarly ? undefined : unlessGone(view);
}

function unlessGone({ type, certificates, pruned }: Certificates): Result {
  if (certificates.length > 0 || pruned === undefined) return { type, certificates };
  return rejected({ code: 'CertificatePruned', rule: 'P7', pruned });
}

function resultsOf<T extends View['result']['type']>(
  views: Read['views'],
  type: T,
): readonly ResultOf<T>[] {
  return Object.values(views).flatMap(({ result }) =>
    result.type === type ? [result as ResultOf<T>] : [],
  );
}
