import { type Address, LIMITS } from '@quorate/protocol';
import { type CommitteeMember, isOfUnknown, nodeNameOf } from '../../committee.ts';
import { askForEpoch } from '../../committee-chain.ts';
import type { Effect } from '../../effect.ts';
import type { Certificates } from '../../message.ts';
import { receiveEnvelope } from '../../open-envelope.ts';
import { type Answer, ignored } from '../answers/answer.ts';
import { requestId } from '../answers/request-id.ts';
import { decide } from '../refusals/decide.ts';
import type { Basis, Progress, ProxyResume, ProxyState, ProxyStep, Submission } from '../state.ts';
import {
  ask,
  NO_PROGRESS,
  put,
  withEachProgress,
  withNextAsking,
  withProgress,
} from '../submission.ts';
import { lacking, needsBasis, tokensMinted } from './standing.ts';

/** The most pages of its basis that a validator is asked for between two repetitions. */
const PAGES_MAX = 25;

const NOTHING: Basis = {
  certificates: new Map(),
  pruned: new Map(),
  brought: new Set(),
  pages: 0,
  isWhole: false,
  isCut: false,
  since: 0,
  asking: 0,
};

/** Asks every validator for the sender's basis (see `Basis`), unless they were asked already. */
export function askForBasis(state: ProxyState, submission: Submission): ProxyStep {
  if (Object.values(submission.progress).some(({ basis }) => basis !== undefined)) {
    return { state: put(state, submission), effects: [] };
  }
  const asking = withEachProgress(submission, (progress) => begun(progress));
  const effects = state.committee.members.map((member) => askPage(state, asking, member));
  return { state: put(state, asking), effects };
}

/**
 * Asks a validator once more for its basis, if it was asked: what it showed is out of date, but not
 * what it was brought.
 */
export function withBasisAgain(
  state: ProxyState,
  submission: Submission,
  member: CommitteeMember,
): { readonly submission: Submission; readonly effects: ProxyStep['effects'] } {
  const { address } = member.validator;
  const before = submission.progress[address]?.basis;
  if (before === undefined) return { submission, effects: [] };
  const again = withProgress(submission, address, (progress) => begun(progress, before.brought));
  return { submission: again, effects: [askPage(state, again, member)] };
}

function begun(progress: Progress, brought = NOTHING.brought): Progress {
  return { ...progress, basis: { ...NOTHING, brought, since: progress.asking } };
}

/**
 * Handles one page of a validator's basis; what other validators lack of it is delivered to them.
 */
export function hearBasis(answer: Answer, page: Certificates): ProxyStep {
  const { state, submission, member, asked } = answer;
  const { address } = member.validator;
  const { basis: before, asking = 0 } = submission.progress[address] ?? {};
  if (before === undefined || before.isWhole || asked.index !== pageIndex(before)) {
    return ignored(answer);
  }
  const read = withPage(before, page, pageSize(submission));
  if (read === undefined) return ignored(answer);
  const basis = { ...read, asking };
  const noted = withProgress(submission, address, (progress) => ({ ...progress, basis }));
  if (!basis.isWhole) {
    return { state: put(state, noted), effects: [askPage(state, noted, member)] };
  }
  const step = bringBasis(answer, noted);
  return { state: step.state, effects: [...step.effects, ...askForSigners(answer, basis)] };
}

/**
 * Delivers to refusing validators what they lack of the basis. Refusals of validators that lack
 * nothing may end the attempt. Whoever gave the answer is asked again if its refusal may be out of
 * date.
 */
export function bringBasis(
  answer: Pick<Answer, 'state' | 'env' | 'member'>,
  noted: Submission,
): ProxyStep {
  const { member } = answer;
  const renewed = afresh(noted, member.validator.address);
  const { state, effects } = bringToAll(answer, renewed);
  const present = state.submissions.get(noted.facts.id);
  if (renewed === noted || present === undefined) return { state, effects };
  return { state, effects: [...effects, ...ask(state, present, [member])] };
}

// Certificates of a later committee cannot be verified before the proxy has followed the change
// (P10).
function askForSigners(
  { state: { committee, committees }, member }: Answer,
  { certificates }: Basis,
): readonly Effect<ProxyResume>[] {
  const isLater = [...certificates.values()].some((each) => isOfUnknown(committees, each));
  return isLater ? [askForEpoch(nodeNameOf(member.validator), committee.epoch + 1)] : [];
}

// The refusal may be older than the basis shown, whichever of the two arrived first, and the
// validator may have caught up since (rule P4).
function afresh(submission: Submission, validator: Address): Submission {
  const { refusal, basis, asking } = submission.progress[validator] ?? NO_PROGRESS;
  if (!needsBasis(refusal, submission) || basis?.isWhole !== true) return submission;
  return basis.asking === asking ? withNextAsking(submission, validator) : submission;
}

function bringToAll(context: Pick<Answer, 'state' | 'env'>, given: Submission): ProxyStep {
  const { state, env } = context;
  const behind: CommitteeMember[] = [];
  let submission = given;
  for (const member of state.committee.members) {
    const { address } = member.validator;
    const progress = submission.progress[address];
    if (progress?.basis?.isWhole !== true || progress.prerequisites.length > 0) continue;
    if (!needsBasis(progress.refusal, submission)) continue;
    const prerequisites = lacking(context, submission, progress.basis).toReversed();
    if (prerequisites.length === 0) continue;
    submission = withProgress(submission, address, (each) => ({
      ...each,
      prerequisites,
      bringing: each.bringing + 1,
    }));
    behind.push(member);
  }
  const decided = decide(state, submission, env);
  if (!decided.state.submissions.has(submission.facts.id)) return decided;
  return { state: decided.state, effects: [...decided.effects, ...ask(state, submission, behind)] };
}

// A page with an undecodable certificate may have been damaged on its way, and that certificate may
// be the one that others lack. So the whole page is ignored.
function withPage(before: Basis, page: Certificates, size: number): Basis | undefined {
  // The updates of tokens come in addition to the credits, up to one page's worth for each token.
  if (page.certificates.length > LIMITS.certificatesPerRequest) return undefined;
  const certificates = new Map(before.certificates);
  for (const certificate of page.certificates) {
    const opened = receiveEnvelope(certificate.envelope);
    if ('rejection' in opened) return undefined;
    certificates.set(opened.facts.id, certificate);
  }
  const gone = page.pruned ?? [];
  const pruned = new Map(before.pruned);
  for (const each of gone.slice(0, LIMITS.certificatesPerRequest)) {
    pruned.set(each.transactionId, each);
  }
  const pages = before.pages + 1;
  const isLast = page.certificates.length + gone.length < size;
  const isCut = !isLast && pages >= PAGES_MAX;
  return { ...before, certificates, pruned, pages, isWhole: isLast || isCut, isCut };
}

// The next page; its number goes on from where a validator was asked anew, so that late pages of an
// earlier basis are told apart.
function pageIndex({ since, pages }: Basis): number {
  return since * PAGES_MAX + pages;
}

function askPage(
  state: ProxyState,
  submission: Submission,
  { validator }: CommitteeMember,
): Effect<ProxyResume> {
  const basis = submission.progress[validator.address]?.basis ?? NOTHING;
  const limit = pageSize(submission);
  const index = pageIndex(basis);
  return {
    type: 'Send',
    to: nodeNameOf(validator),
    message: {
      type: 'GetCertificates',
      requestId: requestId(state, submission, { purpose: 'basis', index }),
      select: {
        by: 'Basis',
        recipient: submission.facts.transaction.sender,
        tokenIds: tokensMinted(submission),
        skip: basis.pages * limit,
        limit,
      },
    },
  };
}

function pageSize(submission: Submission): number {
  return Math.floor(LIMITS.certificatesPerRequest / (1 + tokensMinted(submission).length));
}
