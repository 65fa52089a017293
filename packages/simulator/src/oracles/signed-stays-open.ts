import { nodeNameOf, type Rejected } from '@quorate/core';
import type { TransactionId } from '@quorate/protocol';
import { isOpen } from './client-promises.ts';
import type { Finding, Oracle, OracleContext, ProxyStep } from './oracle.ts';
import { createRefusedRequests } from './refused-requests.ts';

type Rejection = Rejected['rejection'];

/**
 * No correct proxy refuses for good what a validator has told it, while it drove it, that it has signed: but for
 * another transaction at that nonce (rule P4).
 *
 * An addition of ours to the ledger document. Such a refusal does harm only where the rest of a quorum signs later.
 */
export function signedStaysOpen({ verifier }: Pick<OracleContext, 'verifier'>): Oracle {
  const signed = new Map<string, Set<TransactionId>>();
  const refusals = createRefusedRequests();

  function noteSigned({ node, observation: { input, before } }: ProxyStep): void {
    if (input.type !== 'Message' || input.message.type !== 'Response') return;
    const { from, message } = input;
    if (message.result.type !== 'Signed') return;
    const { validator, signature, transactionId: id } = message.result;
    const submission = before.submissions.get(id);
    // What comes when it is driven no more, or settles, a proxy takes no notice of.
    if (submission === undefined || submission.certificate !== undefined) return;
    const isMember = before.committee.members.some(
      (member) => member.validator.address === validator && nodeNameOf(member.validator) === from,
    );
    if (!isMember || !verifier.verify(validator, submission.facts.signingBytes, signature)) return;
    signed.set(node, (signed.get(node) ?? new Set()).add(id));
  }

  return {
    name: 'signed-stays-open',
    kind: 'safety',
    afterProxyStep: (step) => {
      if (step.isFirst) signed.set(step.node, stillKnown(step, signed.get(step.node)));
      noteSigned(step);
      const refused = refusals(step);
      const known = signed.get(step.node);
      if (known === undefined || known.size === 0) return undefined;
      for (const { facts, rejection } of refused) {
        if (known.has(facts.id) && isOfThis(rejection))
          return closed(step.node, facts.id, rejection);
      }
      return undefined;
    },
  };
}

function closed(proxy: string, transaction: TransactionId, { code }: Rejection): Finding {
  return {
    message: `${proxy} refused for good with ${code} what a validator had signed`,
    facts: { proxy, transaction, code },
  };
}

// A crash may lose what was not flushed, and then nobody was asked for more because of it.
function stillKnown(
  { observation: { before }, disk }: ProxyStep,
  signed: ReadonlySet<TransactionId> | undefined,
): Set<TransactionId> {
  if (signed === undefined || signed.size === 0) return new Set();
  const keys = new Set((disk() ?? []).map(({ key }) => key));
  return new Set(
    [...signed].filter((id) => before.submissions.has(id) || keys.has(`broadcast/${id}`)),
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
