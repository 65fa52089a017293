import {
  BROADCAST_PREFIX,
  CERTIFICATE_PREFIX,
  type StoredCertificate,
  type StoreWrite,
} from '@quorate/core';
import { factsOf, type Rejection } from '@quorate/protocol';
import { quorumSize } from '../../quorums.ts';
import { perLife } from '../following/per-life.ts';
import { isOpen } from '../following/refusal-kinds.ts';
import type { Finding, Oracle, ProxyStep } from '../oracle.ts';
import { answerIn, type Driven, proxyFinding, transactionIn } from './proxy-view.ts';

/**
 * A correct proxy that leaves an attempt without outcome, after it has asked validators to sign,
 * keeps a mark of the transaction until that has settled or is refused for good. It marks nothing
 * else (rule P4).
 *
 * Our addition to ledger.md. Without the mark, a later attempt may refuse for good what validators
 * have signed; with one that has no cause, no attempt is ever refused for good, and the sender can
 * never sign anything else at that nonce. Either shows only when the same is tried again.
 */
export function broadcastRemembered(): Oracle {
  /** Undefined when a row of the disk has rotted. */
  const marksOf = perLife(({ disk }: ProxyStep): Marks | undefined => {
    const held = disk();
    return held && noted(held, new Set());
  });

  return {
    name: 'broadcast-remembered',
    kind: 'safety',
    afterProxyStep: (step) => {
      const own = marksOf(step);
      const { effects } = step.observation;
      if (own === undefined || effects.length === 0) return undefined;
      const written = effects.flatMap((effect) => (effect.type === 'Persist' ? effect.writes : []));
      const ended = endedIn(step);
      const wasMarked = ended !== undefined && own.has(ended.facts.id);
      noted(written, own);
      return settledIn(step, written, own) ?? (ended && wrongly(step, ended, { own, wasMarked }));
    },
  };
}

/** The transactions that are marked on the disk of a proxy. */
type Marks = Set<string>;

function noted(rows: readonly StoreWrite[], marks: Marks): Marks {
  for (const { key, value } of rows) {
    if (!key.startsWith(BROADCAST_PREFIX)) continue;
    const id = key.slice(BROADCAST_PREFIX.length);
    if (value === undefined) marks.delete(id);
    else marks.add(id);
  }
  return marks;
}

/** What the proxy drives no longer. A step can end no more than the attempt that it is about. */
function endedIn({ observation: { input, before, after } }: ProxyStep): Driven | undefined {
  const name = input.type === 'Timer' ? input.id : answerIn(input)?.requestId;
  const id = name === undefined ? undefined : transactionIn(name);
  const driven = id === undefined ? undefined : before.submissions.get(id);
  return driven !== undefined && !after.submissions.has(driven.facts.id) ? driven : undefined;
}

function settledIn(
  step: ProxyStep,
  written: readonly StoreWrite[],
  marks: Marks,
): Finding | undefined {
  if (marks.size === 0) return undefined;
  for (const { key, value } of written) {
    if (value === undefined || !key.startsWith(CERTIFICATE_PREFIX)) continue;
    const { certificate } = value as StoredCertificate;
    const { id } = factsOf(certificate.envelope.transaction);
    if (marks.has(id)) return proxyFinding(step.node, id, 'keeps the mark of what has settled');
  }
  return undefined;
}

function wrongly(
  step: ProxyStep,
  ended: Driven,
  { own, wasMarked }: { readonly own: Marks; readonly wasMarked: boolean },
): Finding | undefined {
  const { id } = ended.facts;
  const rejection = rejectionOf(step, ended);
  if (!own.has(id)) {
    const isLost = rejection !== undefined && isOpen(rejection) && ended.phase !== 'checking';
    return isLost ? proxyFinding(step.node, id, 'does not mark what it leaves open') : undefined;
  }
  if (rejection !== undefined && !isOpen(rejection)) {
    return proxyFinding(step.node, id, 'keeps the mark of what it refuses for good');
  }
  if (wasMarked) return undefined;
  if (ended.phase === 'checking')
    return proxyFinding(step.node, id, 'marks what nobody was asked to sign');
  return hasSettled(ended) ? proxyFinding(step.node, id, 'marks what has settled') : undefined;
}

/** What those are told who waited; undefined where nobody did. */
function rejectionOf({ observation }: ProxyStep, { waiting }: Driven): Rejection | undefined {
  for (const effect of observation.effects) {
    if (effect.type !== 'Reply' || effect.result.type !== 'Rejected') continue;
    const isAsked = waiting.some(
      ({ client, requestId }) => client === effect.to && requestId === effect.requestId,
    );
    if (isAsked) return effect.result.rejection;
  }
  return undefined;
}

function hasSettled({ progress }: Driven): boolean {
  const all = Object.values(progress);
  return all.filter(({ settled }) => settled).length >= quorumSize(all.length);
}
