import { nonceKey, type Response, readableFacts, type SubmitTransaction } from '@quorate/core';
import {
  factsOf,
  type JsonValue,
  type Operation,
  type Rejection,
  stringifyJson,
  type TransactionFacts,
  type TransactionId,
} from '@quorate/protocol';
import { isOpen } from '../following/refusal-kinds.ts';
import type { Finding, GivenWord, Oracle, OracleContext, Wish } from '../oracle.ts';

/**
 * What a correct client shows its user as settled is what the user asked for.
 *
 * Our addition to ledger.md: rule P2 from the user's point of view.
 */
export function successIsOwn({ nameOf }: Pick<OracleContext, 'nameOf'>): Oracle {
  const wishes = new Map<string, Wish>();

  // A transaction that the user has built, such as a share of a multisig one, names its own sender.
  function isWished(facts: TransactionFacts, wish: Wish, client: string): boolean {
    const isOwn = nameOf(facts.transaction.sender) === client;
    return (isOwn || wish.type === 'SubmitTransaction') && isOf(facts, wish);
  }

  function check({ from, message }: GivenWord): Finding | undefined {
    if (message.type !== 'Response' || message.result.type !== 'Success') return undefined;
    const wish = wishes.get(message.requestId);
    const facts = factsOf(message.result.certificate.envelope.transaction);
    if (wish === undefined || isWished(facts, wish, from)) return undefined;
    return {
      message: `${from} showed its user the certificate of something else`,
      facts: { client: from, transaction: facts.id },
    };
  }

  return {
    name: 'success-is-own',
    kind: 'safety',
    noteWish: (wish) => void wishes.set(wish.requestId, wish),
    afterClientWord: check,
  };
}

/** Tells whether a transaction is what a user asked for. */
function isOf({ id, transaction }: TransactionFacts, wish: Wish): boolean {
  return wish.type === 'Execute'
    ? isSame(transaction.operations, wish.operations)
    : readableFacts(wish.envelope)?.id === id;
}

// Data from another thread, or decoded from bytes, is a copy.
function isSame(operations: readonly Operation[], others: readonly Operation[]): boolean {
  return operations === others || textOf(operations) === textOf(others);
}

// Operations are plain data.
function textOf(operations: readonly Operation[]): string {
  return stringifyJson(operations as unknown as JsonValue);
}

/**
 * A correct client signs another transaction for a nonce only after it was told that the previous
 * one is refused for good.
 *
 * Our addition to ledger.md, for rules P4 and P5. A client that does otherwise locks an account
 * that nobody attacks.
 */
export function clientSignsOnce({ nameOf }: Pick<OracleContext, 'nameOf'>): Oracle {
  const latest = new Map<string, TransactionId>();
  const refused = new Set<TransactionId>();

  function check({ from, message }: GivenWord): Finding | undefined {
    if (message.type !== 'SubmitTransaction') return undefined;
    const facts = readableFacts(message.envelope);
    if (facts === undefined || nameOf(facts.transaction.sender) !== from) return undefined;
    const key = nonceKey(facts.transaction.sender, facts.transaction.nonce);
    const first = latest.get(key) ?? facts.id;
    latest.set(key, facts.id);
    if (first === facts.id || refused.has(first)) return undefined;
    const { nonce } = facts.transaction;
    return {
      message: `${from} signed two transactions for nonce ${nonce}, and the first may settle`,
      facts: { client: from, first, second: facts.id },
    };
  }

  return {
    name: 'client-signs-once',
    kind: 'safety',
    afterClientWord: check,
    afterRefusal: ({ id }) => {
      refused.add(id);
      return undefined;
    },
  };
}

/**
 * What a client was told is refused for good never settles, unless the client asks again, or its
 * proxy is faulty or has forgotten the refusal.
 *
 * Our addition to ledger.md, for rule P4: a user who pays again after such a refusal would pay
 * twice. If a client has asked several times, an earlier request may still be on its way, and
 * nobody can tell it from a later one. In that case it counts only if a validator had signed before
 * the proxy refused.
 */
export function refusalIsFinal({
  nameOf,
  overtaken = new Set(),
}: Pick<OracleContext, 'nameOf' | 'overtaken'>): Oracle {
  const wishes = new Map<string, Wish>();
  const underWay = new Map<string, TransactionFacts>();
  const refused = new Map<TransactionId, string>();
  const excuses = createExcuses(overtaken);
  const certified = new Set<TransactionId>();
  /** Transactions refused by a proxy whose word cannot be relied on. */
  const doubtful = new Set<TransactionId>();

  function submitted(from: string, { requestId, envelope }: SubmitTransaction): void {
    const facts = readableFacts(envelope);
    if (facts === undefined || nameOf(facts.transaction.sender) !== from) return;
    underWay.set(from, facts);
    if (excuses.noteAsked(from, facts, requestId)) refused.delete(facts.id);
  }

  // A client may be busy with an earlier transaction and refuse another because of it.
  function told(client: string, { requestId, result }: Response): Finding | undefined {
    const facts = underWay.get(client);
    const wish = wishes.get(requestId);
    if (result.type !== 'Rejected' || facts === undefined || wish === undefined) return undefined;
    if (!isOf(facts, wish) || doubtful.has(facts.id)) return undefined;
    const { rejection } = result;
    if (isOpen(rejection) || isAboutOthers(rejection)) return undefined;
    if (excuses.excuse(client, facts.id)) return undefined;
    refused.set(facts.id, client);
    return certified.has(facts.id) ? found(client, facts.id) : undefined;
  }

  return {
    name: 'refusal-is-final',
    kind: 'safety',
    noteAnswer: ({ result, step }) => {
      const { input } = step.observation;
      if (result.type !== 'Signed' || input.type !== 'Message') return;
      if (input.message.type !== 'SubmitTransaction') return;
      const id = readableFacts(input.message.envelope)?.id;
      if (id !== undefined) excuses.noteSigned(id);
    },
    noteWish: (wish) => void wishes.set(wish.requestId, wish),
    afterClientWord: ({ from, message }) => {
      if (message.type === 'SubmitTransaction') submitted(from, message);
      if (message.type !== 'Response') return undefined;
      const finding = told(from, message);
      underWay.delete(from);
      return finding;
    },
    afterRefusal: ({ id, isCorrect }) => {
      if (!isCorrect) doubtful.add(id);
      excuses.noteRefused(id);
      return undefined;
    },
    afterCertified: ({ id }: TransactionFacts) => {
      certified.add(id);
      const client = refused.get(id);
      return client === undefined ? undefined : found(client, id);
    },
  };
}

/**
 * Knows which refusals an earlier request may have overtaken. `overtaken` gets the clients of whom
 * a validator signed what they had been refused.
 */
function createExcuses(overtaken: Set<string>) {
  const requests = new Map<TransactionId, Set<string>>();
  const latest = new Map<string, TransactionFacts>();
  const askedBefore = new Map<TransactionId, string>();
  const signed = new Set<TransactionId>();
  /**
   * Transactions that proxies refused before anybody had signed. The refusal may reach the client
   * after an earlier request was signed.
   */
  const refusedUnsigned = new Set<TransactionId>();

  function isAskedAnew(id: TransactionId): boolean {
    return (requests.get(id)?.size ?? 0) > 1;
  }

  /** Tells whether a client that goes on after a refusal is excused, and notes it. */
  function excuse(client: string, id: TransactionId): boolean {
    if (!isAskedAnew(id) || (signed.has(id) && !refusedUnsigned.has(id))) return false;
    askedBefore.set(id, client);
    if (signed.has(id)) overtaken.add(client);
    return true;
  }

  return {
    excuse,
    /** Tells whether earlier refusals count no more. */
    noteAsked(client: string, facts: TransactionFacts, requestId: string): boolean {
      const { id, transaction } = facts;
      const before = latest.get(client);
      latest.set(client, facts);
      const isInstead = before?.id !== id && before?.transaction.nonce === transaction.nonce;
      // A client that has restarted since it asked tells nobody of the refusal.
      if (isInstead && refusedUnsigned.has(before.id)) excuse(client, before.id);
      requests.set(id, (requests.get(id) ?? new Set()).add(requestId));
      return isAskedAnew(id) && !signed.has(id);
    },
    noteRefused(id: TransactionId): void {
      if (!signed.has(id)) refusedUnsigned.add(id);
    },
    noteSigned(id: TransactionId): void {
      signed.add(id);
      const client = askedBefore.get(id);
      if (client !== undefined) overtaken.add(client);
    },
  };
}

function found(client: string, id: TransactionId): Finding {
  return {
    message: `${client} was told that a transaction is refused for good, and it is certified`,
    facts: { client, transaction: id },
  };
}

// This refusal is about another transaction that is in the way, whose outcome decides for both.
function isAboutOthers({ code }: Rejection): boolean {
  return code === 'PreviousTransactionMustBeConfirmedFirst';
}
