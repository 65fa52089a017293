import type { ProxyState } from '@quorate/core';
import { isOpen } from '../following/refusal-kinds.ts';
import type { Finding, Oracle, ProxyStep } from '../oracle.ts';
import { proxyFinding } from './proxy-view.ts';

/**
 * How many refusals a proxy must remember; a duplicate that arrives after more than these may find
 * its refusal forgotten.
 */
const REMEMBERED = 64;

/**
 * A correct proxy remembers its final refusals, so that a late duplicate of a request drives
 * nothing when its sender has signed something else since. But it forgets one when validators are
 * asked to sign that transaction after all, because it may settle then (rules P4, P5).
 *
 * Our addition to ledger.md. A forgotten refusal locks an account, and one kept too long makes
 * somebody pay twice, but only if a duplicate comes at the one moment that matters.
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
    // A request that was refused at once is refused again; it may be a damaged duplicate of a
    // transaction that is driven on.
    const driven = [...before.submissions.values()].find(({ waiting }) => waiting.some(isThis));
    if (driven === undefined || after.refused.some(isThis)) continue;
    if (after.submissions.get(driven.facts.id)?.waiting.some(isThis) === true) continue;
    return proxyFinding(node, driven.facts.id, `does not remember that it has refused ${to}`);
  }
  return undefined;
}

function forgotten({ node, observation: { before, after } }: ProxyStep): Finding | undefined {
  const newest = after.refused.at(-1)?.number ?? 0;
  const left = new Set(after.refused);
  const lost = before.refused.find(
    (each) => each.number > newest - REMEMBERED && !left.has(each) && !isBroadcast(after, each),
  );
  return (
    lost && proxyFinding(node, lost.transactionId, `forgets that it has refused ${lost.client}`)
  );
}

function outdated({ node, observation: { after } }: ProxyStep): Finding | undefined {
  const left = after.refused.find((each) => !isOpen(each.rejection) && isBroadcast(after, each));
  return (
    left &&
    proxyFinding(node, left.transactionId, `has signed what it still refuses ${left.client}`)
  );
}

type RefusedRequest = ProxyState['refused'][number];

function isBroadcast({ submissions }: ProxyState, { transactionId }: RefusedRequest): boolean {
  return submissions.get(transactionId)?.phase === 'signing';
}
