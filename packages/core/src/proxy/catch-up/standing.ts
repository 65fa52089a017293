import {
  LIMITS,
  type PrunedCertificate,
  type Rejection,
  type TokenId,
  type TransactionCertificate,
  type TransactionFacts,
  type TransactionId,
} from '@quorate/protocol';
import { isOfUnknown } from '../../committee.ts';
import type { Answer } from '../answers/answer.ts';
import { agreedPruned } from '../refusals/agreed-pruned.ts';
import type { ProxyRules } from '../rule-types.ts';
import type { Basis, Prerequisite, Submission } from '../state.ts';
import { verified } from './fetched.ts';
import { decidesMinters, mayCredit } from './makes.ts';

/** The most certificates that a validator is brought between two repetitions. */
export const PREREQUISITES_MAX = 200;

/**
 * Tells whether a validator may refuse because it lacks part of the sender's basis: certificates
 * that credited the sender or made it a minter (rule P6).
 */
export function needsBasis(refusal: Rejection | undefined, submission: Submission): boolean {
  if (refusal?.code === 'InsufficientFunding') return true;
  return refusal?.code === 'NonSubmittableOperation' && tokensMinted(submission).length > 0;
}

/**
 * Tells whether the bases of validators are worth reading: somebody may refuse because it lacks some
 * of it, and either so many refuse that there is no quorum without them, or there was none in time.
 *
 * Otherwise one liar that finds too little everywhere would have all validators show what every
 * sender was ever paid, at each of its transactions. A validator that merely lags settles the
 * certificate like any other, whatever it lacks (rule S5).
 */
export function seeksBasis(
  { state, env: { rules } }: Pick<Answer, 'state' | 'env'>,
  submission: Submission,
): boolean {
  const all = Object.values(submission.progress);
  if (!all.some(({ refusal }) => needsBasis(refusal, submission))) return false;
  if (submission.retries > 0 || all.some(({ basis }) => basis !== undefined)) return true;
  const refusing = all.filter(({ refusal }) => refusal !== undefined).length;
  return refusing > rules.faultyMax(state.committee.members.length);
}

/**
 * Tells whether a validator's basis was compared with those of a quorum and lacks nothing.
 *
 * If the basis is longer than a proxy reads, it cannot be compared. Then a quorum of such refusals
 * is as good: a quorum has settled whatever was acknowledged, so some correct validator refuses and
 * lacks none of it.
 *
 * A basis with an invalid certificate does not count: the certificate may have been damaged on its
 * way, and may be the very one that is lacking.
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

// Counts the refusals that name a lack of funds or of a right, whatever their details.
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
 * Lists what a validator lacks of the basis and nobody can deliver: f + 1 others report it as
 * settled and pruned, so a correct one does, and nobody shows it.
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
 * Lists the certificates that a validator lacks: first those that others show in their basis,
 * oldest first, then the genuine witnesses of the submission. Each is verified, because it came
 * from another node. What a validator shows is looked through up to the first that is forged or
 * damaged: a liar can forge thousands.
 *
 * Of the witnesses only those count that may be part of the basis: anybody can send a hundred of
 * others' certificates along.
 */
export function lacking(
  context: Pick<Answer, 'state' | 'env'>,
  submission: Submission,
  own: Basis,
): readonly Prerequisite[] {
  const { progress, witnesses } = submission;
  const found = new Map<TransactionId, Prerequisite>();
  const isNeeded = (id: TransactionId) =>
    !has(own, id) && !found.has(id) && found.size < PREREQUISITES_MAX;
  const add = ({ facts, certificate }: Genuine): void => {
    const { sender, nonce } = facts.transaction;
    found.set(facts.id, { sender, nonce, certificate });
  };
  for (const { basis } of Object.values(progress)) {
    if (basis !== undefined) for (const each of shownIn(context, basis, isNeeded)) add(each);
  }
  for (const { certificate, facts } of witnesses) {
    if (facts === undefined || !isNeeded(facts.id)) continue;
    if (mayBeOfBasis(context.state, facts, submission)) add({ certificate, facts });
  }
  return [...found.values()];
}

function mayBeOfBasis(
  { fees }: Answer['state'],
  witness: TransactionFacts,
  submission: Submission,
): boolean {
  const { sender } = submission.facts.transaction;
  return (
    sender === fees?.account ||
    mayCredit(witness, sender) ||
    decidesMinters(witness, tokensMinted(submission))
  );
}

/** A certificate that was verified. */
interface Genuine {
  readonly certificate: TransactionCertificate;
  readonly facts: TransactionFacts;
}

function* shownIn(
  context: Pick<Answer, 'state' | 'env'>,
  { certificates }: Basis,
  isNeeded: (id: TransactionId) => boolean,
): Iterable<Genuine> {
  for (const [id, certificate] of certificates) {
    if (!isNeeded(id)) continue;
    const facts = verified(context, certificate);
    if (facts !== undefined) yield { certificate, facts };
    else if (!isOfUnknown(context.state.committees, certificate)) return;
  }
}

function has({ certificates, pruned, brought }: Basis, id: TransactionId): boolean {
  return certificates.has(id) || pruned.has(id) || brought.has(id);
}

/**
 * Lists the tokens that a transaction mints. The basis covers the updates of all of them: a right
 * that was not asked about would be taken for missing. The newest updates of each are enough,
 * because a validator that lacks an earlier one names it (rule D2).
 */
export function tokensMinted({ facts }: Submission): readonly TokenId[] {
  const tokens = facts.transaction.operations.flatMap((operation) =>
    operation.kind === 'Mint' ? [operation.tokenId] : [],
  );
  return [...new Set(tokens)].slice(0, LIMITS.operations);
}
