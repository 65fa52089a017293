import {
  balanceKey,
  openEnvelope,
  type Rejected,
  type SubmitTransaction,
  startingBalances,
} from '@quorate/core';
import {
  type Address,
  factsOf,
  type Operation,
  operationId,
  type TransactionFacts,
  type TransactionId,
} from '@quorate/protocol';
import { faultyMax } from '../quorums.ts';
import { areClaimsSound } from './admission/operation-opinions.ts';
import { isForeign, opinionOnForm } from './admission/second-opinion.ts';
import { isOpen } from './client-promises.ts';
import { countNamed } from './committee-book.ts';
import { createEscrowModel, type Move } from './escrow-model.ts';
import { feeFor } from './fee-model.ts';
import { moveAll } from './moves.ts';
import type { Finding, Oracle, OracleContext } from './oracle.ts';
import { readableFacts } from './readable-facts.ts';
import { createRefusedRequests, type Refused } from './refused-requests.ts';
import { submissionOf } from './submission-of.ts';
import { isWithinBudget } from './within-budget.ts';

type Rejection = Rejected['rejection'];

type Budgeted = Pick<OracleContext, 'committees' | 'unseen' | 'isCorrect'>;

/**
 * What a correct proxy refuses in the name of validators, a correct one of them has refused so; and it finds
 * nothing wrong with the form of what is in order.
 *
 * An addition of ours to the ledger document: rule P4, of whose f + 1 refusals one is honest.
 */
export function refusalVouched(
  context: Pick<OracleContext, 'genesis' | 'verifier' | 'mayCorrupt'> & Budgeted,
): Oracle {
  const { genesis, committees, verifier, mayCorrupt } = context;
  const given = new Set<string>();
  const asked = new Map<TransactionId, Asked>();
  // The names of requests of others than clients, such as for a change of committee, do not say what they are about.
  const strangers = createRefusedRequests((requestId) => submissionOf(requestId) === undefined);

  function noteAsked(facts: TransactionFacts, request?: SubmitTransaction): void {
    const requests = asked.get(facts.id)?.requests ?? [];
    if (request !== undefined) asked.set(facts.id, { facts, requests: [...requests, request] });
    else if (!asked.has(facts.id)) asked.set(facts.id, { facts, requests });
  }

  /** Whether each of the requests for a transaction was in order when it came to the proxy. */
  function isInOrder({ facts, requests }: Asked): boolean {
    // What was changed on its way may be anything.
    if (mayCorrupt || requests.length === 0 || !areClaimsSound(facts, verifier)) return false;
    const state = { genesis, committees: committees.all() };
    return requests.every(({ envelope, witnessCertificates = [] }) => {
      const opened = { envelope: openEnvelope(envelope), facts, state, verifier };
      // With certificates that come along something else may be wrong.
      return witnessCertificates.length === 0 && opinionOnForm(opened) === undefined;
    });
  }

  function isOfValidators({ code, rule }: Rejection, request: Asked): boolean {
    // What network it is for, a proxy reads by itself.
    if (rule === 'V2' && isForeign(request.facts, genesis)) return false;
    if (FROM_VALIDATORS.has(code) && !request.facts.transaction.operations.some(isClaim))
      return true;
    return (FROM_VALIDATORS.has(code) || OF_FORM.has(code)) && isInOrder(request);
  }

  function unvouched(by: string, id: TransactionId, { code }: Rejection): Finding | undefined {
    if (given.has(`${id} ${code}`)) return undefined;
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
      // Clients that lie are heard by validators only.
      noteAsked(facts);
      if (result.type === 'Rejected') given.add(`${facts.id} ${result.rejection.code}`);
    },
    afterRefusal: ({ by, isCorrect, id, rejection }) => {
      if (!isWithinBudget(context)) return undefined;
      const request = asked.get(id);
      // What came of a request that was changed on its way nobody has asked for.
      if (!isCorrect || request === undefined || !isOfValidators(rejection, request)) {
        return undefined;
      }
      return unvouched(by, id, rejection);
    },
    afterProxyStep: (step) => {
      if (!isWithinBudget(context)) return undefined;
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

/** What was asked of a proxy, and how often correct clients have asked for it. */
interface Asked {
  readonly facts: TransactionFacts;
  readonly requests: readonly SubmitTransaction[];
}

/** Tells whether a proxy refuses for good what it cannot refuse by itself. */
function isForGood({ facts, rejection }: Refused): boolean {
  if (isOpen(rejection) || !FROM_VALIDATORS.has(rejection.code)) return false;
  if (facts.transaction.operations.some(isClaim)) return false;
  // What is for another network, and what lacks signatures and has no operations, a proxy refuses by itself.
  return rejection.code !== 'NonSubmittableOperation' || rejection.rule === 'V6';
}

function isClaim({ kind }: Operation): boolean {
  return kind === 'ExternalClaim';
}

/** What only validators can tell of most; with the verifiers of a claim a proxy finds fault by itself. */
const FROM_VALIDATORS: ReadonlySet<Rejection['code']> = new Set<Rejection['code']>([
  'InsufficientFunding',
  'MissingDependency',
  'NonSubmittableOperation',
  'PreviousTransactionMustBeConfirmedFirst',
]);

/** What a proxy may find out by itself, where it is so. */
const OF_FORM: ReadonlySet<Rejection['code']> = new Set<Rejection['code']>([
  'InvalidRequest',
  'InvalidSignature',
]);

/**
 * No correct client is refused for lack of funds that f + 1 correct validators held for it when it
 * asked, or for a nonce that was its next there.
 *
 * An addition of ours to the ledger document: rules P4 and P6. Of f + 1 correct validators one is in
 * every quorum, and whoever lags behind a quorum is brought up to date before its refusal counts.
 */
export function refusalUpToDate(
  context: Pick<OracleContext, 'genesis' | 'committees' | 'nameOf' | 'isCorrect'>,
): Oracle {
  const { committees, nameOf } = context;
  const settledAt = new Map<TransactionId, Set<string>>();
  const ledger = createSettledLedger(context);
  const wanted = new Map<TransactionId, Wanted>();

  return {
    name: 'refusal-up-to-date',
    kind: 'safety',
    noteAnswer: ({ validator, result, step: { observation } }) => {
      const { input } = observation;
      if (result.type !== 'Settled' || input.type !== 'Message') return;
      if (input.message.type !== 'SubmitCertificate') return;
      const facts = factsOf(input.message.certificate.envelope.transaction);
      const known = settledAt.get(facts.id) ?? new Set();
      if (known.has(validator)) return;
      settledAt.set(facts.id, known.add(validator));
      if (ledger.has(facts)) return;
      const committee = committees.running();
      if (countNamed(committee, known) > faultyMax(committee.members.length)) ledger.add(facts);
    },
    afterClientWord: ({ from, message }) => {
      if (message.type !== 'SubmitTransaction') return undefined;
      const facts = readableFacts(message.envelope);
      if (facts === undefined || wanted.has(facts.id)) return undefined;
      if (nameOf(facts.transaction.sender) !== from) return undefined;
      wanted.set(facts.id, { isNext: ledger.isNext(facts), isFunded: ledger.isFunded(facts) });
      return undefined;
    },
    afterRefusal: ({ by, isCorrect, id, rejection }) => {
      const known = wanted.get(id);
      if (!isCorrect || known === undefined) return undefined;
      // Nodes whose steps nobody sees do not silence this: what they settle is not counted here anyway.
      if (!isWithinBudget({ ...context, unseen: [] })) return undefined;
      if (!isOutOfDate(rejection, known)) return undefined;
      return {
        message: `${by} refused with ${rejection.code} what f + 1 validators held otherwise`,
        facts: { proxy: by, transaction: id, code: rejection.code },
      };
    },
  };
}

/** How a transaction stood when its client first asked for it. */
interface Wanted {
  readonly isNext: boolean;
  readonly isFunded: boolean;
}

function isOutOfDate(rejection: Rejection, { isNext, isFunded }: Wanted): boolean {
  switch (rejection.code) {
    case 'InsufficientFunding':
      return isFunded && isNext;
    case 'UnexpectedNonce':
      return isNext && rejection.expectedNonce < rejection.nonce;
    default:
      return false;
  }
}

/**
 * The nonces and balances that f + 1 correct validators have settled, on paper.
 *
 * What a member settles while it merges nobody hears of, so a later transaction may be known here and not
 * the ones it builds on. Of whom not all is known that he spent, nothing is said.
 */
function createSettledLedger({ genesis }: Pick<OracleContext, 'genesis'>) {
  const balances = new Map<string, bigint>();
  const nonces = new Map<Address, bigint>();
  const counts = new Map<Address, bigint>();
  const terms = new Set<string>();
  const unsure = new Set<Address>();
  const added = new Set<TransactionId>();
  const move: Move = (account, tokenId, amount) => {
    const key = balanceKey(account, tokenId);
    balances.set(key, (balances.get(key) ?? 0n) + amount);
  };
  for (const held of startingBalances(genesis)) move(...held);
  const escrow = createEscrowModel(move);

  return {
    has: ({ id }: TransactionFacts) => added.has(id),
    add(facts: TransactionFacts): void {
      const { sender, nonce } = facts.transaction;
      added.add(facts.id);
      if (nonce >= (nonces.get(sender) ?? 0n)) nonces.set(sender, nonce + 1n);
      counts.set(sender, (counts.get(sender) ?? 0n) + 1n);
      if (!areTermsKnown(facts, terms)) unsure.add(sender);
      moveAll(facts, { move, escrow, genesis });
    },
    isNext: ({ transaction: { sender, nonce } }: TransactionFacts) =>
      nonce === (nonces.get(sender) ?? 0n),
    /** Whether payments and burns are covered, with the fee; of anything else that costs, nothing is said. */
    isFunded(facts: TransactionFacts): boolean {
      const { sender, nonce, operations } = facts.transaction;
      if (unsure.has(sender) || (counts.get(sender) ?? 0n) !== nonce) return false;
      const held = new Map<string, bigint>();
      const take = (key: string, amount: bigint): boolean => {
        const left = (held.get(key) ?? balances.get(key) ?? 0n) - amount;
        held.set(key, left);
        return left >= 0n;
      };
      const areCovered = operations.every((operation) => {
        if (operation.kind !== 'TokenTransfer' && operation.kind !== 'Burn') return false;
        return take(balanceKey(sender, operation.tokenId), operation.amount);
      });
      const fee = feeFor(facts.transaction, genesis);
      return areCovered && (fee === undefined || take(balanceKey(sender, fee.tokenId), fee.amount));
    },
  };
}

// Notes the terms that a transaction makes, and tells whether those of all its jobs have been noted.
function areTermsKnown({ transaction }: TransactionFacts, terms: Set<string>): boolean {
  const { sender, nonce, operations } = transaction;
  return operations.every((operation, index) => {
    if (operation.kind !== 'Escrow') return true;
    const { escrow } = operation;
    if (escrow.kind === 'CreateConfig') terms.add(operationId(sender, nonce, index));
    return escrow.kind !== 'CreateJob' || terms.has(escrow.configId);
  });
}
