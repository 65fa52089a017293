import {
  LIMITS,
  type PrunedCertificate,
  type Rejection,
  type TokenId,
  type TransactionCertificate,
  type TransactionId,
} from '@quorate/protocol';
import { receiveEnvelope } from '../open-envelope.ts';
import { agreedPruned } from './agreed-pruned.ts';
import type { Answer } from './answer.ts';
import { verified } from './fetched.ts';
import type { ProxyRules } from './rule-types.ts';
import type { Basis, Prerequisite, Submission } from './state.ts';

/** How many certificates a validator is brought between two repetitions. */
export const PREREQUISITES_MAX = 200;

/**
 * Tells whether a refusal may come from a validator that lacks what the sender's standing rests on:
 * certificates that credited it, or an update that made it a mint (rule P6).
 */
export function needsBasis(refusal: Rejection | undefined, submission: Submission): boolean {
  if (refusal?.code === 'InsufficientFunding') return true;
  return refusal?.code === 'NonSubmittableOperation' && tokensMinted(submission).length > 0;
}

/**
 * Tells whether a validator's basis was compared with that of a quorum, and lacks nothing.
 *
 * Of one that is longer than a proxy looks through nobody knows that. There a quorum that refuses alike is as
 * good: a quorum settled whatever was acknowledged, so some correct validator refuses and lacks none of it.
 *
 * What does not verify may have been changed on its way, and be the very certificate that is lacking: who
 * showed it has shown no basis.
 */
export function isUpToDate(
  context: Pick<Answer, 'state' | 'env'>,
  submission: Submission,
  basis: Basis | undefined,
): boolean {
  if (basis?.isWhole !== true) return false;
  const quorum = context.env.rules.quorum(context.state.committee.members.length);
  if (basis.isCut) return refusingAlike(submission) >= quorum;
  const shown = Object.values(submission.progress).filter(
    (each) => each.basis?.isWhole === true && isGenuine(context, each.basis, basis),
  );
  if (shown.length < quorum) return false;
  return (
    lacking(context, submission, basis).length === 0 &&
    goneForGood(context.env.rules, submission, basis).length === 0
  );
}

// Whatever is said of what is owned or allowed: each refuses for want of something.
function refusingAlike(submission: Submission): number {
  const all = Object.values(submission.progress);
  return all.filter(({ refusal }) => needsBasis(refusal, submission)).length;
}

function isGenuine(context: Pick<Answer, 'state' | 'env'>, shown: Basis, basis: Basis): boolean {
  return [...shown.certificates].every(
    ([id, certificate]) => has(basis, id) || verified(context, certificate) !== undefined,
  );
}

/**
 * Lists what a validator lacks of the basis and nobody can bring it: what f + 1 others have settled
 * and pruned, so that a correct one has, and nobody shows.
 */
export function goneForGood(
  { faultyMax }: Pick<ProxyRules, 'faultyMax'>,
  { progress }: Submission,
  held: Basis,
): readonly PrunedCertificate[] {
  const bases = Object.values(progress).flatMap(({ basis }) => basis ?? []);
  const needed = faultyMax(Object.keys(progress).length) + 1;
  const said = bases.map(({ pruned }) => [...pruned.values()]);
  return agreedPruned(said, needed).filter(
    ({ transactionId: id }) =>
      !has(held, id) && !bases.some(({ certificates }) => certificates.has(id)),
  );
}

/**
 * Lists what others show of the basis and a validator lacks, oldest first, and then what came with
 * the submission; each is verified, because it came from somebody.
 *
 * What came with it may all be part of the basis: who is paid by the end of an escrow job, for one,
 * does not stand in it.
 */
export function lacking(
  context: Pick<Answer, 'state' | 'env'>,
  { progress, witnesses }: Submission,
  own: Basis,
): readonly Prerequisite[] {
  const found = new Map<TransactionId, Prerequisite>();
  const add = (id: TransactionId, certificate: TransactionCertificate) => {
    if (has(own, id) || found.has(id) || found.size >= PREREQUISITES_MAX) return;
    const facts = verified(context, certificate);
    if (facts === undefined) return;
    const { sender, nonce } = facts.transaction;
    found.set(id, { sender, nonce, certificate });
  };
  for (const { basis } of Object.values(progress)) {
    for (const [id, certificate] of basis?.certificates ?? []) add(id, certificate);
  }
  for (const certificate of witnesses) {
    const opened = receiveEnvelope(certificate.envelope);
    if (!('rejection' in opened)) add(opened.facts.id, certificate);
  }
  return [...found.values()];
}

function has({ certificates, pruned, brought }: Basis, id: TransactionId): boolean {
  return certificates.has(id) || pruned.has(id) || brought.has(id);
}

/**
 * Lists the tokens that a transaction mints, whose updates its basis covers: all of them, or a right that nobody was
 * asked about would be taken for none. Of each the newest updates do, because one lacks those before it (rule D2).
 */
export function tokensMinted({ facts }: Submission): readonly TokenId[] {
  const tokens = facts.transaction.operations.flatMap((operation) =>
    operation.kind === 'Mint' ? [operation.tokenId] : [],
  );
  return [...new Set(tokens)].slice(0, LIMITS.operations);
}
