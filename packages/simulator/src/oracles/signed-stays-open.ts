import { type Committee, nodeNameOf, type Rejected, type Result } from '@quorate/core';
import type { TransactionFacts, TransactionId } from '@quorate/protocol';
import { isOpen } from './client-promises.ts';
import { createHeardOfNonces } from './heard-of-nonce.ts';
import type { Finding, Oracle, OracleContext, ProxyStep } from './oracle.ts';
import type { Driven } from './proxy-view.ts';
import { readableFacts } from './readable-facts.ts';
import { createRefusedRequests } from './refused-requests.ts';

type Rejection = Rejected['rejection'];

/** An answer that a proxy took for a signature, and the committee that it followed then. */
interface GivenToProxy {
  readonly result: Extract<Result, { readonly type: 'Signed' }>;
  readonly from: string;
  readonly committee: Committee;
}

/** What one proxy was told, by the transaction. */
type Told = Map<TransactionId, GivenToProxy[]>;

/**
 * No correct proxy refuses for good what a validator has told it, while it drove it, that it has signed: but for
 * another transaction at that nonce (rule P4), nor, before a deadline, what so many others may have signed that they
 * make a quorum with f liars. Nor does it forget that validators were asked to sign something when it
 * follows a change of committee, or is asked for it again when nobody waits any more, or until a deadline that is none.
 *
 * An addition of ours to the ledger document. Such a refusal does harm only where the rest of a quorum signs later.
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
    // What comes when it is driven no more, a proxy takes no notice of.
    if (submission === undefined) return;
    // What settles it refuses no more: that it does would be another finding.
    if (submission.certificate !== undefined) told.get(node)?.delete(id);
    else if (result.type === 'Signed') add(node, { result, from, committee: before.committee });
  }

  function add(node: string, given: GivenToProxy): void {
    const known: Told = told.get(node) ?? new Map();
    const all = known.get(given.result.transactionId);
    if (all !== undefined) all.push(given);
    else told.set(node, known.set(given.result.transactionId, [given]));
  }

  /** Only here signatures are verified: nearly everything is refused before anybody signs it. */
  function isSigned({ signingBytes }: TransactionFacts, given: readonly GivenToProxy[]): boolean {
    return given.some(({ from, committee, result: { validator, signature } }) => {
      const isMember = committee.members.some(
        (member) => member.validator.address === validator && nodeNameOf(member.validator) === from,
      );
      return isMember && verifier.verify(validator, signingBytes, signature);
    });
  }

  // What it cannot have done by the deadline it may say of whom it has not heard, and says again what it has said.
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
    return {
      message: `${node} no longer knows that it has asked validators to sign something`,
      facts: { proxy: node, transaction: facts.id },
    };
  }
  return undefined;
}

// Whoever is asked once more may have signed what he refused before.
function askedAgain(
  input: ProxyStep['observation']['input'],
  { before, after }: Pick<ProxyStep['observation'], 'before' | 'after'>,
): readonly Driven[] {
  if (input.type !== 'Message' || input.message.type !== 'SubmitTransaction') return [];
  const facts = readableFacts(input.message.envelope);
  const known = facts && before.submissions.get(facts.id);
  if (facts === undefined || known?.phase !== 'signing') return [];
  // What is certified is open whatever anybody was asked.
  // Where a clock that was ahead has left a deadline that does not come for long, there is another.
  const isAnew = after.submissions.get(facts.id)?.deadline !== known.deadline;
  return isAnew || known.waiting.length === 0 ? [known] : [];
}

function closed(proxy: string, transaction: TransactionId, { code }: Rejection): Finding {
  return {
    message: `${proxy} refused for good with ${code} what validators had signed, or may have`,
    facts: { proxy, transaction, code },
  };
}

// A crash may lose what was not flushed, and then nobody was asked for more because of it.
function stillKnown({ observation: { before }, disk }: ProxyStep, told: Told | undefined): Told {
  if (told === undefined || told.size === 0) return new Map();
  const keys = new Set((disk() ?? []).map(({ key }) => key));
  return new Map(
    [...told].filter(([id]) => before.submissions.has(id) || keys.has(`broadcast/${id}`)),
  );
}

// What is wrong with its form is said of one copy, and another transaction at its nonce ends it for good.
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
