import { type Committee, nodeNameOf, type Result, readableFacts } from '@quorate/core';
import type { Rejection, TransactionFacts, TransactionId } from '@quorate/protocol';
import { isOpen } from '../following/refusal-kinds.ts';
import type { Finding, Oracle, OracleContext, ProxyStep } from '../oracle.ts';
import { createHeardOfNonces } from './heard-of-nonce.ts';
import { type Driven, proxyFinding } from './proxy-view.ts';
import { createRefusedRequests } from './refused-requests.ts';

/** An answer that a proxy accepted as a signature, and the committee that it followed then. */
interface GivenToProxy {
  readonly result: Extract<Result, { readonly type: 'Signed' }>;
  readonly from: string;
  readonly committee: Committee;
}

/** The signatures that one proxy was told, by transaction. */
type Told = Map<TransactionId, GivenToProxy[]>;

/**
 * A correct proxy gives no final refusal of a transaction that a validator has told it that it has
 * signed, unless another transaction has settled at that nonce (rule P4). Nor, before a deadline,
 * of one that so many others may have signed that they make a quorum with f liars. It also does not
 * forget that validators were asked to sign when it follows a committee change, when it is asked
 * again after nobody waited any more, or when its deadline was wrong.
 *
 * Our addition to ledger.md. Such a refusal does harm only if the rest of a quorum signs later.
 */
export function signedStaysOpen({ verifier }: Pick<OracleContext, 'verifier'>): Oracle {
  const told = new Map<string, Told>();
  const refusals = createRefusedRequests();
  const heard = createHeardOfNonces();

  function noteSigned({ node, observation: { input, before } }: ProxyStep): void {
    if (input.type !== 'Message' || input.message.type !== 'Response') return;
    const { from, message } = input;
    const { result } = message;
    if (result.type !== 'Signed' && result.type !== 'Settled') return;
    const id = result.transactionId;
    const submission = before.submissions.get(id);
    // A proxy ignores answers about what it no longer drives.
    if (submission === undefined) return;
    // A certificate that is being settled is no longer refused; if it were, another oracle would
    // find that.
    if (submission.certificate !== undefined) told.get(node)?.delete(id);
    else if (result.type === 'Signed') add(node, { result, from, committee: before.committee });
  }

  function add(node: string, given: GivenToProxy): void {
    const known: Told = told.get(node) ?? new Map();
    const all = known.get(given.result.transactionId);
    if (all !== undefined) all.push(given);
    else told.set(node, known.set(given.result.transactionId, [given]));
  }

  /**
   * Signatures are verified only here, because nearly everything is refused before anybody signs
   * it.
   */
  function isSigned({ signingBytes }: TransactionFacts, given: readonly GivenToProxy[]): boolean {
    return given.some(({ from, committee, result: { validator, signature } }) => {
      const isMember = committee.members.some(
        (member) => member.validator.address === validator && nodeNameOf(member.validator) === from,
      );
      return isMember && verifier.verify(validator, signingBytes, signature);
    });
  }

  // At the deadline it may give up on validators from which it has heard nothing, and repeat an
  // earlier answer.
  function mayBeSettled(step: ProxyStep, { id }: TransactionFacts, { code }: Rejection): boolean {
    const { before, after } = step.observation;
    const hasEnded = before.submissions.has(id) && !after.submissions.has(id);
    return hasEnded && code !== 'QuorumUnreachable' && heard.mayBeCertified(step, id);
  }

  return {
    name: 'signed-stays-open',
    kind: 'safety',
    afterProxyStep: (step) => {
      if (step.isFirst) told.set(step.node, stillKnown(step, told.get(step.node)));
      noteSigned(step);
      const forgotten = forgottenIn(step);
      if (forgotten !== undefined) return forgotten;
      heard.note(step);
      for (const { facts, rejection } of refusals(step)) {
        if (!isOfThis(rejection)) continue;
        const given = told.get(step.node)?.get(facts.id);
        const isKnown = given !== undefined && isSigned(facts, given);
        if (isKnown || mayBeSettled(step, facts, rejection)) {
          return closed(step.node, facts.id, rejection);
        }
      }
      return undefined;
    },
  };
}

function forgottenIn({ node, observation }: ProxyStep): Finding | undefined {
  const { input, before, after } = observation;
  const hasFollowed = before.committee !== after.committee;
  for (const { facts } of hasFollowed
    ? before.submissions.values()
    : askedAgain(input, observation)) {
    const [was, is] = [before, after].map(({ submissions }) => submissions.get(facts.id));
    if (was === undefined || is === undefined || is.wasBroadcast) continue;
    if (was.phase === 'checking' && !was.wasBroadcast) continue;
    const what = 'no longer knows that it has asked validators to sign something';
    return proxyFinding(node, facts.id, what);
  }
  return undefined;
}

// Gives the transaction for whose sake validators are asked again: they may sign what they refused
// before, so from then on its outcome is open.
function askedAgain(
  input: ProxyStep['observation']['input'],
  { before, after }: Pick<ProxyStep['observation'], 'before' | 'after'>,
): readonly Driven[] {
  if (input.type !== 'Message' || input.message.type !== 'SubmitTransaction') return [];
  const facts = readableFacts(input.message.envelope);
  const known = facts && before.submissions.get(facts.id);
  if (facts === undefined || known?.phase !== 'signing') return [];
  // A certified transaction is open whatever was asked. If the clock was ahead and has left a
  // deadline far in the future, a new deadline is set.
  const isAnew = after.submissions.get(facts.id)?.deadline !== known.deadline;
  return isAnew || known.waiting.length === 0 ? [known] : [];
}

function closed(proxy: string, transaction: TransactionId, { code }: Rejection): Finding {
  return {
    message: `${proxy} refused for good with ${code} what validators had signed, or may have`,
    facts: { proxy, transaction, code },
  };
}

// A crash may lose what was not flushed; but then nobody was asked because of it.
function stillKnown({ observation: { before }, disk }: ProxyStep, told: Told | undefined): Told {
  if (told === undefined || told.size === 0) return new Map();
  const keys = new Set((disk() ?? []).map(({ key }) => key));
  return new Map(
    [...told].filter(([id]) => before.submissions.has(id) || keys.has(`broadcast/${id}`)),
  );
}

// A fault of form concerns one copy only, and another transaction at its nonce is a final outcome.
function isOfThis(rejection: Rejection): boolean {
  if (isOpen(rejection)) return false;
  switch (rejection.code) {
    case 'InsufficientFunding':
    case 'MissingDependency':
    case 'PreviousTransactionMustBeConfirmedFirst':
      return true;
    case 'NonSubmittableOperation':
      return rejection.rule !== 'V2' && rejection.operationIndex !== undefined;
    default:
      return rejection.code === 'QuorumUnreachable';
  }
}
