import { type Committee, faultyMax, PROXY_RULES, quorumSize } from '@quorate/core';
import { factsOf, type NamedSignature, type Signature } from '@quorate/protocol';
import { type Mutant, wrongProxy } from './mutant.ts';

/** The refusals of validators that only lag. */
const LAGGING: ReadonlySet<string> = new Set([
  'InsufficientFunding',
  'MissingDependency',
  'NonSubmittableOperation',
  'UnexpectedNonce',
]);

/** What members of an account are asked to sign most often. */
const PUT_TOGETHER: ReadonlySet<string> = new Set(['TokenTransfer', 'ExternalClaim']);

/** Gives what a validator has signed under the key that it had before this one. */
function signatureBefore(
  committees: readonly Committee[],
  progress: Readonly<Record<string, { readonly signature: Signature | undefined }>>,
  key: string,
): Signature | undefined {
  const seats = committees.flatMap(({ members }) => members.map(({ validator }) => validator));
  const host = seats.find(({ address }) => address === key)?.host;
  const own = seats.filter((seat) => seat.host === host);
  return own.flatMap(({ address }) => progress[address]?.signature ?? [])[0];
}

/** Wrong proxies (ledger.md section 8). */
export const PROXIES: readonly Mutant[] = [
  wrongProxy(
    {
      id: 'proxy-quorum-of-two-f',
      rule: 'P1',
      title: 'makes a certificate of 2f signatures',
    },
    { quorum: (size) => Math.max(1, 2 * faultyMax(size)) },
  ),
  wrongProxy(
    {
      id: 'rest-left-behind',
      rule: 'P1',
      title: 'forgets a transaction as soon as a quorum has settled it',
    },
    { broughtOnTo: () => [] },
  ),
  wrongProxy(
    {
      id: 'one-refusal-is-final',
      rule: 'P4',
      title: 'takes the refusal of one validator for that of a correct one',
    },
    { faultyMax: () => 0 },
  ),
  wrongProxy(
    {
      id: 'no-dry-run',
      rule: 'P5',
      title: 'has transactions signed without a dry run',
    },
    {
      begin: (state, submission, now) =>
        PROXY_RULES.begin(state, { ...submission, phase: 'signing' }, now),
    },
  ),
  wrongProxy(
    {
      id: 'mints-not-checked-first',
      rule: 'P5',
      title: 'has mints signed without a dry run',
    },
    {
      begin: (state, submission, now) => {
        const { operations } = submission.facts.transaction;
        const phase = operations.some(({ kind }) => kind === 'Mint') ? 'signing' : submission.phase;
        return PROXY_RULES.begin(state, { ...submission, phase }, now);
      },
    },
  ),
  wrongProxy(
    {
      id: 'unverified-signatures-counted',
      rule: 'P2',
      title: 'counts signatures of validators without verifying them',
    },
    { acceptsSignature: () => true },
  ),
  wrongProxy(
    {
      id: 'signatures-mixed-up',
      rule: 'P1',
      title: 'fills up a certificate with signatures of another transaction',
    },
    {
      signatures: (state, submission) =>
        state.committee.members.flatMap(({ validator: { address } }): readonly NamedSignature[] => {
          const given = [submission, ...state.submissions.values()].flatMap(
            ({ progress }) => progress[address]?.signature ?? [],
          );
          return given.slice(0, 1).map((signature) => [address, signature]);
        }),
    },
  ),
  wrongProxy(
    {
      id: 'signatures-kept-over-a-change',
      rule: 'P10',
      title: 'counts what a validator signed in one epoch as its signature in the next',
      isHard: true,
    },
    {
      startedAfresh: (state, submission) => {
        const afresh = PROXY_RULES.startedAfresh(state, submission);
        const progress = Object.entries(afresh.progress).map(([key, each]) => [
          key,
          { ...each, signature: signatureBefore(state.committees, submission.progress, key) },
        ]);
        return { ...afresh, progress: Object.fromEntries(progress) };
      },
    },
  ),
  wrongProxy(
    {
      id: 'used-nonce-forgotten-over-a-change',
      rule: 'P4',
      title: 'forgets over a change of committee that a validator is past the nonce',
    },
    {
      startedAfresh: (state, submission) => ({
        ...PROXY_RULES.startedAfresh(state, submission),
        wasPast: submission.wasPast,
      }),
    },
  ),
  wrongProxy(
    {
      id: 'attempts-not-told-apart',
      rule: 'P4',
      title: 'counts what validators answered in an earlier attempt with the same bytes',
    },
    {
      begin: (state, submission, now) =>
        PROXY_RULES.begin(state, { ...submission, attempt: 0 }, now),
    },
  ),
  wrongProxy(
    {
      id: 'certificates-unverified',
      rule: 'P2',
      title: 'believes every certificate that it is shown',
      isHard: true,
      survives: 'validators verify what a proxy believed, and refuse it: only time is lost',
    },
    { verifiedFacts: ({ envelope }) => factsOf(envelope.transaction) },
  ),
  wrongProxy(
    {
      id: 'success-at-the-first-settlement',
      rule: 'P1',
      title: 'reports success when one validator has settled',
    },
    { settledEnough: () => 1 },
  ),
  wrongProxy(
    {
      id: 'success-at-f-plus-one',
      rule: 'P1',
      title: 'reports success when f + 1 validators have settled',
    },
    { settledEnough: (size) => faultyMax(size) + 1 },
  ),
  wrongProxy(
    {
      id: 'success-one-short-of-a-quorum',
      rule: 'P1',
      title: 'reports success when one validator less than a quorum has settled',
    },
    { settledEnough: (size) => Math.max(1, quorumSize(size) - 1) },
  ),
  wrongProxy(
    {
      id: 'copy-of-a-request-driven-anew',
      rule: 'P5',
      title: 'drives a late copy of a request that it has refused',
      isHard: true,
      survives:
        'it shows only if a copy of a request comes after its refusal and is signed then: one run in some thousands',
    },
    { refusedBefore: () => undefined },
  ),
  wrongProxy(
    {
      id: 'lagging-refusals-final',
      rule: 'P4',
      title: 'takes f + 1 refusals by lagging validators for final',
      isHard: true,
    },
    {
      countsRefusal: (context, submission, progress, refusal) =>
        LAGGING.has(refusal.code) ||
        PROXY_RULES.countsRefusal(context, submission, progress, refusal),
    },
  ),
  wrongProxy(
    {
      id: 'absent-if-one-has-none',
      rule: 'P4',
      title: 'takes a dependency for absent because one other validator does not have it',
      isHard: true,
    },
    {
      countsRefusal: (context, submission, progress, refusal) =>
        (refusal.code === 'MissingDependency' && progress.unfound.length > 0) ||
        PROXY_RULES.countsRefusal(context, submission, progress, refusal),
    },
  ),
  wrongProxy(
    {
      id: 'funds-judged-alone',
      rule: 'P4',
      title: 'takes the first validator that has shown the credits of the sender for up to date',
      isHard: true,
    },
    {
      countsRefusal: (context, submission, progress, refusal) =>
        (refusal.code === 'InsufficientFunding' && progress.basis?.isWhole === true) ||
        PROXY_RULES.countsRefusal(context, submission, progress, refusal),
    },
  ),
  wrongProxy(
    {
      id: 'first-page-suffices',
      rule: 'P6',
      title: 'judges the funds of a sender before it has read all pages of what credited it',
      isHard: true,
    },
    {
      countsRefusal: (context, submission, progress, refusal) =>
        (refusal.code === 'InsufficientFunding' &&
          progress.basis?.isWhole === false &&
          progress.basis.pages > 0) ||
        PROXY_RULES.countsRefusal(context, submission, progress, refusal),
    },
  ),
  wrongProxy(
    {
      id: 'earlier-answers-counted',
      rule: 'P4',
      title: 'counts what a validator answered before it was brought what it lacked',
      isHard: true,
    },
    { isLatest: () => true },
  ),
  wrongProxy(
    {
      id: 'half-signed-refused',
      rule: 'P4',
      title: 'refuses for good what some validators have signed',
      isHard: true,
    },
    { mayBeSigned: () => false },
  ),
  wrongProxy(
    {
      id: 'silence-means-unsigned',
      rule: 'P4',
      title: 'says that nobody has signed a transaction because it has heard of no signature',
      isHard: true,
    },
    { mayBeSigned: (state, submission) => PROXY_RULES.signatures(state, submission).length > 0 },
  ),
  wrongProxy(
    {
      id: 'lagging-validator-left-behind',
      rule: 'P6',
      title: 'brings a lagging validator none of the certificates that it names',
    },
    { lackedBy: () => [] },
  ),
  wrongProxy(
    {
      id: 'highest-balance-told',
      rule: 'P7',
      title: 'tells readers the highest balance that any validator claims',
    },
    { vouchedFor: (amounts) => PROXY_RULES.vouchedFor(amounts, 1) },
  ),
  wrongProxy(
    {
      id: 'full-form-added-to',
      rule: 'V10',
      title: 'adds verifiers to a claim that its sender has signed with those in place',
      isHard: true,
    },
    { mayAddTo: () => true },
  ),
  wrongProxy(
    {
      id: 'later-parts-unverified',
      rule: 'P9',
      title: 'verifies no signature under what it keeps already',
      isHard: true,
    },
    {
      partsFault: (state, opened, verifier) =>
        state.incomplete.has(opened.facts.id)
          ? undefined
          : PROXY_RULES.partsFault(state, opened, verifier),
    },
  ),
  wrongProxy(
    {
      id: 'parts-of-payments-alone',
      rule: 'P9',
      title: 'puts together the signatures of nothing but payments and claims',
      isHard: true,
    },
    {
      mayAddTo: (opened, verifier) =>
        opened.facts.transaction.operations.every(({ kind }) => PUT_TOGETHER.has(kind)) &&
        PROXY_RULES.mayAddTo(opened, verifier),
    },
  ),
  wrongProxy(
    {
      id: 'nothing-let-go-by-a-proxy',
      rule: 'P3',
      title: 'keeps every certificate that it was told to prune',
      isHard: true,
    },
    { mayPrune: () => false },
  ),
  wrongProxy(
    {
      id: 'archival-let-go-by-a-proxy',
      rule: 'P3',
      title: 'prunes archival certificates of its own',
    },
    { mayPrune: () => true },
  ),
];
