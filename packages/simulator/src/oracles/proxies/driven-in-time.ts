import { readableFacts } from '@quorate/core';
import type { TransactionId } from '@quorate/protocol';
import type { Finding, Oracle, ProxyStep } from '../oracle.ts';
import { type Driven, proxyFinding } from './proxy-view.ts';

/**
 * A correct proxy lets no client wait past the deadline of a transaction or of a query, and does not
 * move the deadline while clients wait. When a client asks for a transaction for which nobody waits
 * any more, the proxy begins anew: it asks at once every validator that owes an answer, and sets a
 * new deadline. It counts its repetitions, afresh in each phase, and asks all who owe an answer each
 * time, even all members if they disagree while it checks (rules P5, P8).
 *
 * Our addition to ledger.md. Clients repeat their requests and give up by themselves, so one that
 * is left waiting would hardly be noticed.
 */
export function drivenInTime(): Oracle {
  return {
    name: 'driven-in-time',
    kind: 'safety',
    afterProxyStep: (step) => putOff(step) ?? unkept(step),
  };
}

function unkept(step: ProxyStep): Finding | undefined {
  const { input } = step.observation;
  if (input.type === 'Timer') {
    return overdue(step, input.id) ?? unrepeated(step, input.id) ?? unanswered(step, input.id);
  }
  if (input.type !== 'Message' || input.message.type !== 'SubmitTransaction') return undefined;
  const id = readableFacts(input.message.envelope)?.id;
  return id === undefined ? undefined : notRevived(step, id);
}

const TIMER = 'retry:';

function timeOf({ observation: { effects } }: ProxyStep, id: string): bigint | undefined {
  for (const effect of effects) {
    if (effect.type === 'SetTimer' && effect.id === TIMER + id) return effect.at;
  }
  return undefined;
}

function overdue(step: ProxyStep, timer: string): Finding | undefined {
  if (!timer.startsWith(TIMER)) return undefined;
  const id = timer.slice(TIMER.length) as TransactionId;
  const submission = step.observation.after.submissions.get(id);
  if (submission === undefined || submission.waiting.length === 0) return undefined;
  const next = timeOf(step, id);
  if (next !== undefined && next <= submission.deadline) return undefined;
  return proxyFinding(step.node, id, 'has somebody wait past his deadline');
}

function unrepeated(step: ProxyStep, timer: string): Finding | undefined {
  if (!timer.startsWith(TIMER)) return undefined;
  const id = timer.slice(TIMER.length) as TransactionId;
  const { before, after } = step.observation;
  const was = before.submissions.get(id);
  const is = after.submissions.get(id);
  if (was === undefined || is === undefined) return undefined;
  const what = is.phase === was.phase ? repeatedBadly(step, was, is) : countedOn(is);
  return what === undefined ? undefined : proxyFinding(step.node, id, what);
}

// Otherwise the waits never get longer, and there is no end to the repetitions.
function countedOn({ retries }: Driven): string | undefined {
  return retries === 0 ? undefined : 'counts on from what it asked before';
}

function repeatedBadly(step: ProxyStep, was: Driven, is: Driven): string | undefined {
  if (was.waiting.length > 0 && is.waiting.length === 0) return undefined;
  if (is.retries !== was.retries + 1) return 'does not count a repetition';
  if (is.found !== undefined) return 'does not look again for what has settled at a nonce';
  const all = Object.values(was.progress);
  // Who would sign may not know yet why others refuse.
  const isDisputed = was.phase === 'checking' && all.some(({ refusal }) => refusal !== undefined);
  return asked(step) < (isDisputed ? all.length : owingIn(was))
    ? 'repeats nothing to some of those who owe an answer'
    : undefined;
}

function asked({ observation: { effects } }: ProxyStep): number {
  return effects.filter(({ type }) => type === 'Send' || type === 'Load').length;
}

const READ_TIMER = 'read:';

function unanswered({ node, observation, now }: ProxyStep, timer: string): Finding | undefined {
  if (!timer.startsWith(READ_TIMER)) return undefined;
  const read = observation.after.reads.get(Number(timer.slice(READ_TIMER.length)));
  if (read === undefined) return undefined;
  const next = observation.effects.find(
    (effect) => effect.type === 'SetTimer' && effect.id === timer,
  );
  const isTimely = next?.type === 'SetTimer' && next.at <= read.deadline;
  if (isTimely && now() < read.deadline) return undefined;
  return unansweredIn(node, read.waiting, 'has somebody who reads wait past his deadline');
}

function unansweredIn(
  node: string,
  { client, requestId }: { readonly client: string; readonly requestId: string },
  what: string,
): Finding {
  return { message: `${node} ${what}`, facts: { proxy: node, client, request: requestId } };
}

/**
 * Finds a proxy that moves the deadline of somebody who waits, whatever it hears or repeats
 * meanwhile.
 */
function putOff({ node, observation: { before, after } }: ProxyStep): Finding | undefined {
  if (after.submissions !== before.submissions) {
    for (const [id, { deadline }] of after.submissions) {
      const was = before.submissions.get(id);
      if (was === undefined || was.waiting.length === 0 || deadline <= was.deadline) continue;
      return proxyFinding(node, id, 'puts off the deadline of somebody who waits');
    }
  }
  if (after.reads === before.reads) return undefined;
  for (const [number, { deadline, waiting }] of after.reads) {
    if (deadline <= (before.reads.get(number)?.deadline ?? deadline)) continue;
    return unansweredIn(node, waiting, 'puts off the deadline of somebody who reads');
  }
  return undefined;
}

function notRevived(step: ProxyStep, id: TransactionId): Finding | undefined {
  const { before, after } = step.observation;
  const revived = after.submissions.get(id);
  if (revived === undefined || revived.waiting.length === 0) return undefined;
  if (before.submissions.get(id)?.waiting.length !== 0) return undefined;
  const next = timeOf(step, id);
  if (asked(step) < owingIn(revived) || next === undefined) {
    return proxyFinding(step.node, id, 'leaves alone what somebody asks for again');
  }
  return next <= revived.deadline
    ? undefined
    : proxyFinding(step.node, id, 'goes by the deadline of somebody long gone');
}

function owingIn({ phase, progress }: Driven): number {
  const all = Object.values(progress);
  if (phase === 'checking') return all.filter(({ admits }) => !admits).length;
  if (phase === 'settling') return all.filter(({ settled }) => !settled).length;
  return all.filter(({ signature }) => signature === undefined).length;
}
