import type {
  PrunedCertificate,
  Rejection,
  TransactionCertificate,
  TransactionId,
} from '@quorate/protocol';
import { type CommitteeMember, nodeNameOf } from '../../committee.ts';
import type { Certificates } from '../../message.ts';
import { type Answer, ignored } from '../answers/answer.ts';
import { requestId } from '../answers/request-id.ts';
import { certify } from '../certify.ts';
import { agreedPruned } from '../refusals/agreed-pruned.ts';
import { nonceReported, rivalFault } from '../refusals/outcome.ts';
import { isServing } from '../serving.ts';
import type { Found, ProxyState, ProxyStep, Submission } from '../state.ts';
import { fail, put } from '../submission.ts';
import { isAt } from './catch-up.ts';
import { takeOn } from './drive.ts';
import { provesItself, verifiedAt } from './fetched.ts';
import { united } from './united.ts';

/**
 * Asks every validator what has settled at the nonce of a transaction.
 *
 * A validator whose account is past that nonce has a certificate there. If it is of this very
 * transaction, the transaction must not be refused (rule P3). If it is of another, it proves that
 * this one must be refused, provided that the current committee signed it or f + 1 validators show
 * it.
 */
export function findSettled(state: ProxyState, submission: Submission): ProxyStep {
  if (submission.found !== undefined) return { state: put(state, submission), effects: [] };
  const { sender, nonce } = submission.facts.transaction;
  const found = { heard: [], shown: [], certificate: undefined, rivals: [], pruned: [] };
  const asking: Submission = { ...submission, found };
  const request = requestId(state, submission, { purpose: 'find', index: 0 });
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

/**
 * Handles what one validator shows at the nonce. Certificates of this transaction are united over a
 * quorum of answers and settled again (rule P3).
 */
export function hearFound(
  answer: Answer,
  { certificates: [certificate], pruned = [] }: Certificates,
): ProxyStep {
  const { state, env, submission, member } = answer;
  const { facts } = submission;
  const isEmpty = certificate === undefined && pruned.length === 0;
  const found = submission.found && withAnswer(submission.found, member, isEmpty);
  if (submission.phase === 'settling' || found === undefined) return ignored(answer);
  const shown = certificate && verifiedAt(answer, certificate, facts.transaction);
  if (certificate !== undefined && shown !== undefined && shown.id !== facts.id) {
    return hearRival(answer, { certificate, id: shown.id }, found);
  }
  const isOwn = certificate !== undefined && shown !== undefined;
  // Members have refused to settle such a certificate before (rule C8); trying again would never
  // end.
  const isHopeless = submission.isDisowned && isOwn && !provesItself(state, certificate);
  const union =
    isOwn && !isHopeless ? united(state, found.certificate, certificate) : found.certificate;
  const gone = pruned.filter((each) => isAt(each, facts.transaction)).slice(0, 1);
  const all: Found = { ...found, certificate: union, pruned: [...found.pruned, ...gone] };
  return concludeFound({ state, env }, { ...submission, found: all }, all);
}

// An empty answer may be older than the last repetition, so what the same validator shows afterwards
// counts too. Nothing else counts twice.
function withAnswer(
  found: Found,
  { validator: { address } }: CommitteeMember,
  isEmpty: boolean,
): Found | undefined {
  const { heard, shown } = found;
  const isHeard = heard.includes(address);
  if (isHeard && (isEmpty || shown.includes(address))) return undefined;
  return {
    ...found,
    heard: isHeard ? heard : [...heard, address],
    shown: isEmpty ? shown : [...shown, address],
  };
}

/** Settles the certificate found, and remembers whether validators may have signed before. */
export function settleFound(
  state: ProxyState,
  submission: Submission,
  certificate: TransactionCertificate,
  now: bigint,
): ProxyStep {
  const wasBroadcast = submission.wasBroadcast || submission.phase !== 'checking';
  return certify(state, { ...submission, wasBroadcast }, certificate, now);
}

// A quorum of leaked keys certifies anything. A rival certificate that does not prove itself must
// be shown by f + 1 validators; until then it is delivered to the others.
function hearRival(
  { state, env, submission, member }: Answer,
  { certificate, id }: { readonly certificate: TransactionCertificate; readonly id: TransactionId },
  found: Found,
): ProxyStep {
  // A member that has not merged settles whatever it receives, so what it shows confirms nothing.
  const rivals = isServing(state, member.validator.address) ? [...found.rivals, id] : found.rivals;
  const { length } = state.committee.members;
  const isVouchedFor = rivals.filter((each) => each === id).length > env.rules.faultyMax(length);
  const all: Found = { ...found, rivals };
  if (isVouchedFor || provesItself(state, certificate)) {
    const expectedNonce = nonceReported(state, submission, env.rules);
    // This answer may arrive before enough validators report the account's next nonce: in the first
    // round, wait for them.
    if (expectedNonce === undefined && submission.retries === 0) {
      return { state: put(state, { ...submission, found: all }), effects: [] };
    }
    return fail(state, submission, rivalFault(submission.facts.transaction, expectedNonce));
  }
  const step = concludeFound({ state, env }, { ...submission, found: all }, all);
  const { envelope } = certificate;
  return {
    state: step.state,
    effects: [...takeOn(state, { envelope, certificate }), ...step.effects],
  };
}

function concludeFound(
  { state, env }: Pick<Answer, 'state' | 'env'>,
  next: Submission,
  { heard, certificate: union, pruned }: Found,
): ProxyStep {
  const { length } = state.committee.members;
  if (heard.length < env.rules.quorum(length)) return { state: put(state, next), effects: [] };
  if (union !== undefined) return settleFound(state, next, union, env.now);
  // A validator that prunes nothing may still show what the others have pruned: in the first round,
  // wait for all of them.
  if (heard.length < length && next.retries === 0) {
    return { state: put(state, next), effects: [] };
  }
  const said = pruned.map((each) => [each]);
  const [agreed] = agreedPruned(said, env.rules.faultyMax(length) + 1);
  return agreed === undefined
    ? { state: put(state, next), effects: [] }
    : fail(state, next, refusalFor(next, agreed, nonceReported(state, next, env.rules)));
}

// It has settled, but a quorum shows no certificate. f + 1 report what it was, so a correct one
// does.
function refusalFor(
  { facts }: Submission,
  pruned: PrunedCertificate,
  expectedNonce: bigint | undefined,
): Rejection {
  return pruned.transactionId === facts.id
    ? { code: 'CertificatePruned', rule: 'P7', pruned: [pruned] }
    : rivalFault(facts.transaction, expectedNonce);
}
