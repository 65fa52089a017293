import { openEnvelope, readableFacts, type SubmitTransaction } from '@quorate/core';
import type { Operation, Rejection, TransactionFacts, TransactionId } from '@quorate/protocol';
import { areClaimsSound } from '../admission/operation-opinions.ts';
import { isForeign, opinionOnForm } from '../admission/second-opinion.ts';
import { FROM_VALIDATORS, isOpen } from '../following/refusal-kinds.ts';
import { submissionOf } from '../following/submission-of.ts';
import type { Finding, Oracle, OracleContext } from '../oracle.ts';
import { isWithinBudget } from '../within-budget.ts';
import { createRefusedRequests, type Refused } from './refused-requests.ts';

/**
 * What a correct proxy refuses in the name of validators, a correct validator has refused in that
 * way; and it finds no fault with the form of a well-formed transaction.
 *
 * Our addition to ledger.md, for rule P4: of f + 1 refusals one is honest.
 */
export function refusalVouched(
  context: Pick<
    OracleContext,
    'genesis' | 'committees' | 'verifier' | 'unseen' | 'mayCorrupt' | 'isCorrect'
  >,
): Oracle {
  const { genesis, committees, verifier, unseen = [], mayCorrupt } = context;
  const given = new Set<string>();
  const asked = new Map<TransactionId, Asked>();
  // Requests that do not come from clients, for example for a committee change, do not name their
  // transaction in their id.
  const strangers = createRefusedRequests((requestId) => submissionOf(requestId) === undefined);

  function noteAsked(facts: TransactionFacts, request?: SubmitTransaction): void {
    const requests = asked.get(facts.id)?.requests ?? [];
    if (request !== undefined) asked.set(facts.id, { facts, requests: [...requests, request] });
    else if (!asked.has(facts.id)) asked.set(facts.id, { facts, requests });
  }

  /** Whether each request for a transaction was well formed when it reached the proxy. */
  function isInOrder({ facts, requests }: Asked): boolean {
    // A request damaged on its way may be anything.
    if (mayCorrupt || requests.length === 0 || !areClaimsSound(facts, verifier)) return false;
    const state = { genesis, committees: committees.all() };
    return requests.every(({ envelope, witnessCertificates = [] }) => {
      const opened = { envelope: openEnvelope(envelope), facts, state, verifier };
      // Accompanying certificates may have faults of their own.
      return witnessCertificates.length === 0 && opinionOnForm(opened) === undefined;
    });
  }

  function isOfValidators({ code, rule }: Rejection, request: Asked): boolean {
    // A proxy checks the network by itself.
    if (rule === 'V2' && isForeign(request.facts, genesis)) return false;
    if (FROM_VALIDATORS.has(code) && !request.facts.transaction.operations.some(isClaim))
      return true;
    return (FROM_VALIDATORS.has(code) || OF_FORM.has(code)) && isInOrder(request);
  }

  function unvouched(by: string, id: TransactionId, { code }: Rejection): Finding | undefined {
    if (given.has(`${id} ${code}`) || !isWithinBudget(context)) return undefined;
    return {
      message: `${by} refused with ${code}, and no correct validator did`,
      facts: { proxy: by, transaction: id, code },
    };
  }

  return {
    name: 'refusal-vouched',
    kind: 'safety',
    afterClientWord: ({ message }) => {
      if (message.type !== 'SubmitTransaction') return undefined;
      const facts = readableFacts(message.envelope);
      if (facts !== undefined) noteAsked(facts, message);
      return undefined;
    },
    noteAnswer: ({ result, step }) => {
      const { input } = step.observation;
      if (input.type !== 'Message') return;
      const { message } = input;
      if (message.type !== 'CheckTransaction' && message.type !== 'SubmitTransaction') return;
      const facts = readableFacts(message.envelope);
      if (facts === undefined) return;
      // Byzantine clients send to validators only.
      noteAsked(facts);
      if (result.type === 'Rejected') given.add(`${facts.id} ${result.rejection.code}`);
    },
    afterRefusal: ({ by, isCorrect, id, rejection }) => {
      // A validator whose steps nobody sees may have refused it.
      if (unseen.length > 0) return undefined;
      const request = asked.get(id);
      // A request damaged on its way asks for something that nobody has asked for.
      if (!isCorrect || request === undefined || !isOfValidators(rejection, request)) {
        return undefined;
      }
      return unvouched(by, id, rejection);
    },
    afterProxyStep: (step) => {
      if (unseen.length > 0) return undefined;
      for (const refused of strangers(step)) {
        if (!isForGood(refused)) continue;
        const { facts, rejection } = refused;
        const finding = unvouched(step.node, facts.id, rejection);
        if (finding !== undefined) return finding;
      }
      return undefined;
    },
  };
}

/** What a proxy was asked for, with the requests of correct clients for it. */
interface Asked {
  readonly facts: TransactionFacts;
  readonly requests: readonly SubmitTransaction[];
}

/** Tells whether a proxy gives a final refusal that it cannot give by itself. */
function isForGood({ facts, rejection }: Refused): boolean {
  if (isOpen(rejection) || !FROM_VALIDATORS.has(rejection.code)) return false;
  if (facts.transaction.operations.some(isClaim)) return false;
  // A transaction for another network, or an incomplete one without operations, is refused by the
  // proxy itself.
  return rejection.code !== 'NonSubmittableOperation' || rejection.rule === 'V6';
}

function isClaim({ kind }: Operation): boolean {
  return kind === 'ExternalClaim';
}

/** Refusals that a proxy may give by itself, if they are true. */
const OF_FORM: ReadonlySet<Rejection['code']> = new Set<Rejection['code']>([
  'InvalidRequest',
  'InvalidSignature',
]);
