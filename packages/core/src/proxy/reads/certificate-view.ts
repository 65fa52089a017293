import {
  LIMITS,
  type PrunedCertificate,
  type TransactionCertificate,
  type TransactionFacts,
  type TransactionId,
} from '@quorate/protocol';
import { memberAt } from '../../committee.ts';
import type { NodeName } from '../../effect.ts';
import type { Certificates, GetCertificates } from '../../message.ts';
import { isCopyOf } from '../../open-envelope.ts';
import type { Answer } from '../answers/answer.ts';
import { provesItself, verified } from '../catch-up/fetched.ts';
import { decides, makes } from '../catch-up/makes.ts';
import { united } from '../catch-up/united.ts';
import { agreedPruned } from '../refusals/agreed-pruned.ts';
import type { ProxyState } from '../state.ts';

/**
 * Builds one answer from the certificates that validators show (rule P7): all that are selected and
 * valid, each with the union of its signatures, ascending by nonce.
 *
 * In any quorum, some correct validator shows what a quorum has settled, or reports it as pruned.
 * Pruned ones that nobody shows are listed when f + 1 report them. A certificate that does not
 * prove itself is left out unless it is confirmed (see `isVouchedFor`, rule C8). But a validator
 * that asks gets it in any case: it settles only what the handover left it with.
 */
export function certificateView(
  context: Pick<Answer, 'state' | 'env'>,
  { query: { select }, client }: { readonly query: GetCertificates; readonly client: NodeName },
  views: Views,
): Certificates {
  const found = new Map<TransactionId, Shown>();
  for (const { certificates } of views.all) {
    for (const certificate of certificates.slice(0, LIMITS.certificatesPerRequest)) {
      const facts = verified(context, certificate);
      if (facts === undefined || !isSelected(select, facts)) continue;
      found.set(facts.id, joined(context.state, found.get(facts.id), { facts, certificate }));
    }
  }
  const judgesForItself = isValidator(context.state, client);
  for (const [id, { isProven }] of found) {
    if (!isProven && !judgesForItself && !isVouchedFor(context, id, views)) found.delete(id);
  }
  const pruned = prunedAmong(context, select, views.all).filter(
    ({ transactionId }) => !found.has(transactionId),
  );
  const ascending = [...found.values()].toSorted(byPosition);
  const limit = select.by === 'Sender' ? select.limit : ascending.length;
  return {
    type: 'Certificates',
    certificates: ascending.slice(0, limit).map(({ certificate }) => certificate),
    ...(pruned.length === 0 ? {} : { pruned }),
  };
}

function isValidator({ committees }: ProxyState, node: NodeName): boolean {
  return committees.some((committee) => memberAt(committee, node) !== undefined);
}

/** The answers of all members, and those of the members that serve. */
interface Views {
  readonly all: readonly Certificates[];
  readonly serving: readonly Certificates[];
}

interface Shown {
  readonly facts: TransactionFacts;
  readonly certificate: TransactionCertificate;
  readonly isProven: boolean;
}

// Signatures that prove the certificate replace those that do not.
function joined(
  state: ProxyState,
  known: Shown | undefined,
  { facts, certificate }: Pick<Shown, 'facts' | 'certificate'>,
): Shown {
  const isProven = provesItself(state, certificate);
  const before = isProven && known?.isProven !== true ? undefined : known;
  return {
    facts,
    certificate: united(state, before?.certificate, certificate),
    isProven: isProven || before?.isProven === true,
  };
}

// Shown or reported as pruned by f + 1 serving members, or by a quorum of all members: members that
// have not merged settle whatever they receive, so f + 1 of those would not be enough.
function isVouchedFor(
  { state, env }: Pick<Answer, 'state' | 'env'>,
  id: TransactionId,
  { all, serving }: Views,
): boolean {
  const { length } = state.committee.members;
  const vouches = ({ certificates, pruned = [] }: Certificates) =>
    certificates.some(({ envelope }) => isCopyOf(id, envelope)) ||
    pruned.some(({ transactionId }) => transactionId === id);
  return (
    serving.filter(vouches).length > env.rules.faultyMax(length) ||
    all.filter(vouches).length >= env.rules.quorum(length)
  );
}

function prunedAmong(
  { state, env }: Pick<Answer, 'state' | 'env'>,
  select: GetCertificates['select'],
  views: readonly Certificates[],
): readonly PrunedCertificate[] {
  const said = views.map(({ pruned = [] }) => pruned.slice(0, LIMITS.certificatesPerRequest));
  const needed = env.rules.faultyMax(state.committee.members.length) + 1;
  return agreedPruned(said, needed).filter(({ sender, nonce, transactionId }) => {
    if (select.by === 'Id') return transactionId === select.transactionId;
    return select.by !== 'Sender' || (sender === select.sender && nonce >= select.fromNonce);
  });
}

function isSelected(select: GetCertificates['select'], facts: TransactionFacts): boolean {
  const { id, transaction } = facts;
  switch (select.by) {
    case 'Sender':
      return transaction.sender === select.sender && transaction.nonce >= select.fromNonce;
    case 'Id':
      return id === select.transactionId;
    case 'Dependency':
      return makes(facts, select.dependency);
    case 'Decision':
      return decides(facts, select.jobId);
    case 'Basis':
    case 'Sequence':
      return false;
  }
}

function byPosition(
  { facts: a }: { readonly facts: TransactionFacts },
  { facts: b }: { readonly facts: TransactionFacts },
): number {
  const [first, second] = [a.transaction, b.transaction];
  if (first.sender !== second.sender) return first.sender < second.sender ? -1 : 1;
  return first.nonce < second.nonce ? -1 : 1;
}
