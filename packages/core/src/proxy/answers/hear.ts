import { type CommitteeMember, memberAt } from '../../committee.ts';
import { isAboutEpochs } from '../../committee-chain.ts';
import type { NodeName } from '../../effect.ts';
import type { Response, Result } from '../../message.ts';
import { announceNext, compareEpochs, hearChange, tellOfEpoch } from '../epochs.ts';
import { withToldIn } from '../memory/remember.ts';
import { isCounted } from '../reads/counted.ts';
import { type Heard, hearView, readOf } from '../reads/hear-view.ts';
import type { ProxyEnv } from '../rule-types.ts';
import { isServing } from '../serving.ts';
import type { ProxyState, ProxyStep } from '../state.ts';
import { type Answer, ignored } from './answer.ts';
import { hearAdmissible } from './hear-admissible.ts';
import { hearCertificates } from './hear-certificates.ts';
import { hearOutdated } from './hear-outdated.ts';
import { hearRejected } from './hear-rejected.ts';
import { hearSettled } from './hear-settled.ts';
import { hearSigned } from './hear-signed.ts';
import { askAfresh, hearStatus } from './hear-status.ts';
import { attemptOf, readRequestId } from './request-id.ts';

/**
 * Handles a validator's answer.
 *
 * The sender of an answer is known by where it came from, never by what it says. An answer that
 * fails verification counts as none (rule P2).
 */
export function hearResponse(
  state: ProxyState,
  from: NodeName,
  { requestId, result }: Response,
  env: ProxyEnv,
): ProxyStep {
  if (isAboutEpochs(requestId)) {
    return hearAboutEpochs(state, from, { requestId, result }, env);
  }
  const member = memberAt(state.committee, from);
  const reading = member && readOf(state, requestId, member);
  if (member !== undefined && reading !== undefined) {
    const counted = isCounted(state, reading.read, member);
    return hearReading({ ...reading, state, env, member, isCounted: counted }, from, result);
  }
  const asked = readRequestId(requestId);
  const submission = asked && state.submissions.get(asked.transactionId);
  if (asked === undefined || submission === undefined || member === undefined) {
    return ignored({ state });
  }
  const answer = { state, env, submission, member, asked };
  const isOfThis = asked.attempt === attemptOf(state, submission);
  if (!isOfThis && !isLasting(result)) return hearOutdated(answer, result);
  const told = isOfThis ? { ...answer, state: withToldIn(answer, result) } : answer;
  const heard = hear(told, result);
  const step = servesNow(state, heard, member) ? alsoAsked(heard, member) : heard;
  const compared = compareEpochs(step.state, member, result);
  return compared.length === 0
    ? step
    : { state: step.state, effects: [...step.effects, ...compared] };
}

// Certificates prove themselves, so those of a member that does not count yet are used too.
function hearReading(heard: Heard, from: NodeName, result: Result): ProxyStep {
  const { state, read } = heard;
  if (heard.isCounted) return hearView(heard, result);
  const told = tellOfEpoch(state, from);
  if (read.query.type !== 'GetCertificates') return { state, effects: told };
  const step = hearView(heard, result);
  return { state: step.state, effects: [...step.effects, ...told] };
}

// An answer from an earlier attempt says nothing of now, except what stays true.
function isLasting({ type }: Result): boolean {
  return type === 'Signed' || type === 'Settled';
}

// A signature shows that its member serves.
function servesNow(before: ProxyState, { state }: ProxyStep, { validator }: CommitteeMember) {
  return !isServing(before, validator.address) && isServing(state, validator.address);
}

function alsoAsked({ state, effects }: ProxyStep, member: CommitteeMember): ProxyStep {
  const asked = askAfresh(state, member);
  return { state: asked.state, effects: [...effects, ...asked.effects] };
}

function hearAboutEpochs(
  state: ProxyState,
  from: NodeName,
  { requestId, result }: Pick<Response, 'requestId' | 'result'>,
  env: ProxyEnv,
): ProxyStep {
  switch (result.type) {
    case 'Certificates':
      return hearChange(state, result.certificates, env);
    case 'EpochStatus': {
      const step = hearStatus(state, from, result);
      const told = announceNext(state, from, requestId, result);
      return { state: step.state, effects: [...step.effects, ...told] };
    }
    default:
      return { state, effects: [] };
  }
}

function hear(answer: Answer, result: Result): ProxyStep {
  switch (result.type) {
    case 'Signed':
      return hearSigned(answer, result);
    case 'Admissible':
      return hearAdmissible(answer, result);
    case 'Settled':
      return hearSettled(answer, result.transactionId);
    case 'Rejected':
      return hearRejected(answer, result);
    case 'Certificates':
      return hearCertificates(answer, result);
    case 'IncompleteMultiSig':
    case 'IncompleteVerifierSigs':
    case 'PendingTransactions':
    case 'AccountInfo':
    case 'TokenInfo':
    case 'EscrowJobs':
    case 'EpochStatus':
    case 'SnapshotPart':
    case 'Success':
      // Nobody asked a validator for it, or only proxies send it: a validator's answer of this kind
      // is ignored.
      return ignored(answer);
  }
}
