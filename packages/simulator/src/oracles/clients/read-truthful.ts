import type {
  AccountInfo,
  Certificates,
  GetAccountInfo,
  GetCertificates,
  Query,
} from '@quorate/core';
import {
  type Address,
  factsOf,
  NATIVE_TOKEN_ID,
  type TransactionEnvelope,
} from '@quorate/protocol';
import { forgeryIn } from '../authentic.ts';
import { certificatesFault } from '../following/certificates-told.ts';
import type { Finding, Oracle, OracleContext } from '../oracle.ts';
import { isWithinBudget } from '../within-budget.ts';
import { createVouchedAccounts, type VouchedAccounts } from './vouched-accounts.ts';

type Context = Pick<OracleContext, 'committees' | 'nameOf' | 'verifier' | 'unseen' | 'isCorrect'>;

/** What is wrong with what a correct proxy tells about an account. */
interface Fault {
  readonly message: string;
  readonly facts?: Finding['facts'];
}

/**
 * What a correct proxy tells about an account, a correct validator vouches for. The certificates
 * that it shows are genuine and were asked for. Neither is older than what was acknowledged before
 * the question.
 *
 * Our addition to ledger.md, for rule P7. Of f + 1 validators at one nonce one is correct, so one
 * holds at least that balance and every cell. And in one committee every quorum that answers shares
 * a correct member with the quorum that settled.
 */
export function readTruthful(context: Context): Oracle {
  const { unseen = [] } = context;
  const acknowledged = new Map<Address, bigint>();
  const certified = new Map<Address, bigint>();
  const asked = new Map<string, Asked>();
  const vouched = createVouchedAccounts();
  let isPruned = false;

  function leastOf(query: Query): bigint {
    if (query.type === 'GetAccountInfo') return acknowledged.get(query.address) ?? 0n;
    if (query.type !== 'GetCertificates' || query.select.by !== 'Sender') return 0n;
    return acknowledged.get(query.select.sender) ?? 0n;
  }

  function accountFinding(
    by: string,
    { query: { address }, least }: Asked<GetAccountInfo>,
    info: AccountInfo,
  ): Finding | undefined {
    const greatest = isAnyLeaked(context) ? undefined : (certified.get(address) ?? 0n);
    const fault =
      nonceFault(info, { address, least, greatest }, context) ??
      unvouched(info, vouched) ??
      pendingFault(info, context);
    if (fault === undefined) return undefined;
    const account = context.nameOf(address);
    const facts = { proxy: by, account, nonce: `${info.nextNonce}`, ...fault.facts };
    return { message: `${by} told of ${account} ${fault.message}`, facts };
  }

  function listFinding(
    by: string,
    { query, least }: Asked<GetCertificates>,
    result: Certificates,
  ): Finding | undefined {
    const isOwed = !isPruned && context.committees.all().length === 1;
    const fault = certificatesFault({ query, result, least: isOwed ? least : 0n }, context);
    if (fault === undefined) return undefined;
    return { message: `${by} told ${fault}`, facts: { proxy: by, select: query.select.by, fault } };
  }

  return {
    name: 'read-truthful',
    kind: 'safety',
    noteSuccess: ({ role, facts: { transaction } }) => {
      if (role === 'proxy') raise(acknowledged, transaction);
    },
    noteCertified: ({ transaction }) => raise(certified, transaction),
    noteAnswer: (answer) => {
      vouched.note(answer);
      const { result } = answer;
      if (result.type === 'Certificates' && result.pruned !== undefined) isPruned = true;
    },
    noteRead: ({ requestId, query }) => {
      // It may be asked again when no answer came.
      if (asked.has(requestId)) return;
      asked.set(requestId, { query, least: leastOf(query) });
    },
    afterRead: ({ by, requestId, result }) => {
      const question = asked.get(requestId);
      if (question === undefined || unseen.length > 0 || !isWithinBudget(context)) return undefined;
      const { query } = question;
      if (query.type === 'GetCertificates' && result.type === 'Certificates') {
        return listFinding(by, { ...question, query }, result);
      }
      if (query.type !== 'GetAccountInfo' || result.type !== 'AccountInfo') return undefined;
      return accountFinding(by, { ...question, query }, result);
    },
  };
}

interface Asked<Q = Query> {
  readonly query: Q;
  /**
   * For an account: the next nonce that any correct proxy had acknowledged; 0 for anything else.
   */
  readonly least: bigint;
}

/** The account asked for, and the bounds of its nonce. */
interface Bounds {
  readonly address: Address;
  readonly least: bigint;
  /** Undefined when it is unknown. */
  readonly greatest: bigint | undefined;
}

function raise(
  nonces: Map<Address, bigint>,
  { sender, nonce }: { readonly sender: Address; readonly nonce: bigint },
): void {
  if (nonce >= (nonces.get(sender) ?? 0n)) nonces.set(sender, nonce + 1n);
}

// What leaked keys certify cannot be seen.
function isAnyLeaked({ committees }: Context): boolean {
  return committees
    .all()
    .some(({ members }) => members.some(({ validator }) => committees.isLeaked(validator.address)));
}

/**
 * A proxy may follow an earlier committee than the one that settled, and merging members receive
 * later what settled after a freeze. So the lower bound is certain only while there is one
 * committee.
 */
function nonceFault(
  { address, nextNonce }: AccountInfo,
  { address: wanted, least, greatest }: Bounds,
  { committees }: Context,
): Fault | undefined {
  if (address !== wanted) return { message: 'what belongs to another account' };
  if (nextNonce < least && committees.all().length === 1) {
    return {
      message: `the next nonce ${nextNonce}, when ${least - 1n} had been acknowledged`,
      facts: { acknowledged: `${least - 1n}` },
    };
  }
  if (greatest === undefined || nextNonce <= greatest) return undefined;
  return { message: `the next nonce ${nextNonce}, and ${greatest} is not certified` };
}

/** Finds what no correct validator held at the nonce that is told. */
function unvouched(info: AccountInfo, vouched: VouchedAccounts): Fault | undefined {
  const { address, nextNonce, balance, tokenBalances, stateCells } = info;
  const known = vouched.at(address, nextNonce);
  if (known === undefined) {
    return { message: `the next nonce ${nextNonce}, at which no correct validator stood` };
  }
  for (const [token, told] of [[NATIVE_TOKEN_ID, balance] as const, ...tokenBalances]) {
    const held = known.balances.get(token) ?? 0n;
    if (told <= held) continue;
    return {
      message: `a balance of ${told}, and no correct validator held more than ${held}`,
      facts: { token, told: `${told}`, held: `${held}` },
    };
  }
  const cell = stateCells.find((each) => !known.cells.has(each.join()));
  if (cell === undefined) return undefined;
  const [key, state] = cell;
  return { message: 'a state cell that no correct validator held', facts: { key, state } };
}

function pendingFault(
  { address, nextNonce, pending }: AccountInfo,
  { verifier, committees }: Context,
): Fault | undefined {
  if (pending === undefined) return undefined;
  const held = pending.kind === 'pending' ? [pending.envelope] : pending.envelopes;
  const isOwn = (envelope: TransactionEnvelope) => {
    if (forgeryIn(envelope, verifier) !== undefined) return false;
    const { sender, nonce } = factsOf(envelope.transaction).transaction;
    return sender === address && nonce === nextNonce;
  };
  if (!held.every(isOwn)) {
    return { message: 'a pending transaction that it has not signed for its next nonce' };
  }
  if (pending.kind === 'contested') {
    const ids = new Set(held.map(({ transaction }) => factsOf(transaction).id));
    return ids.size > 1 ? undefined : { message: 'a contest of one and the same transaction' };
  }
  const { envelope, validator, signature } = pending;
  if (signature === undefined) return undefined;
  const { signingBytes } = factsOf(envelope.transaction);
  const isSigned =
    committees.of(validator).length > 0 && verifier.verify(validator, signingBytes, signature);
  return isSigned ? undefined : { message: 'a signature of a validator that does not verify' };
}
