import type { ProxyState } from '@quorate/core';
import { isOpen } from './client-promises.ts';
import type { Finding, Oracle, ProxyStep } from './oracle.ts';

/** How many refusals a proxy has to remember; a copy that is later than so many others may find it forgotten. */
const REMEMBERED = 64;

/**
 * Whom a correct proxy has refused for good it remembers, so that a late copy of the request has nothing driven
 * whose sender has signed something else since; and no longer than until validators are asked to sign that after
 * all, for it may settle then (rules P4, P5).
 *
 * An addition of ours to the ledger document. What is forgotten locks an account, and what is not has somebody pay
 * twice, where a copy comes at the one moment at which it matters.
 */
export function refusalRemembered(): Oracle {
  return {
    name: 'refusal-remembered',
    kind: 'safety',
    afterProxyStep: (step) => {
      const { before, after } = step.observation;
      return (
        unnoted(step) ??
        (before.refused === after.refused ? undefined : forgotten(step)) ??
        (after.refused.length === 0 || before.submissions === after.submissions
          ? undefined
          : outdated(step))
      );
    },
  };
}

function unnoted({ node, observation: { before, after, effects } }: ProxyStep) {
  for (const effect of effects) {
    if (effect.type !== 'Reply' || effect.result.type !== 'Rejected') continue;
    const { to, requestId, result } = effect;
    if (isOpen(result.rejection)) continue;
    const isThis = (each: { readonly client: string; readonly requestId: string }) =>
      each.client === to && each.requestId === requestId;
    // What is refused at once is refused at once again: also a spoilt copy of what is driven on.
    const driven = [...before.submissions.values()].find(({ waiting }) => waiting.some(isThis));
    if (driven === undefined || after.refused.some(isThis)) continue;
    if (after.submissions.get(driven.facts.id)?.waiting.some(isThis) === true) continue;
    return found(node, driven.facts.id, `does not remember that it has refused ${to}`);
  }
  return undefined;
}

function forgotten({ node, observation: { before, after } }: ProxyStep): Finding | undefined {
  const newest = after.refused.at(-1)?.number ?? 0;
  const left = new Set(after.refused);
  const lost = before.refused.find(
    (each) => each.number > newest - REMEMBERED && !left.has(each) && !isBroadcast(after, each),
  );
  return lost && found(node, lost.transactionId, `forgets that it has refused ${lost.client}`);
}

function outdated({ node, observation: { after } }: ProxyStep): Finding | undefined {
  const left = after.refused.find((each) => !isOpen(each.rejection) && isBroadcast(after, each));
  return left && found(node, left.transactionId, `has signed what it still refuses ${left.client}`);
}

type RefusedRequest = ProxyState['refused'][number];

function isBroadcast({ submissions }: ProxyState, { transactionId }: RefusedRequest): boolean {
  return submissions.get(transactionId)?.phase === 'signing';
}

function found(proxy: string, transaction: string, what: string): Finding {
  return { message: `${proxy} ${what}`, facts: { proxy, transaction } };
}
