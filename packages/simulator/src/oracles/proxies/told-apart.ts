import { memberAt } from '@quorate/core';
import { factsOf, type TransactionId } from '@quorate/protocol';
import { plainText } from '../../plain-text.ts';
import type { Finding, ProxyStep } from '../oracle.ts';
import { brings, proxyFinding, purposeIn, transactionIn } from './proxy-view.ts';

type Effect = ProxyStep['observation']['effects'][number];
type Sent = Extract<Effect, { readonly type: 'Send' }>;

/** What proxies have asked validators under which ids. */
export interface Questions {
  /** Notes what a proxy asks in a step; says so if answers to it and to another are alike. */
  readonly note: (step: ProxyStep) => Finding | undefined;
}

/** A question about a transaction that a proxy drives. */
interface Question {
  readonly to: string;
  readonly requestId: string;
  readonly id: TransactionId;
  readonly about: string;
}

/** What one proxy has asked, in all its lives. */
interface Asked {
  /** By validator and request id. */
  readonly questions: Map<string, { readonly about: string; readonly attempt: number }>;
  /** The number of the latest attempt of each transaction. */
  readonly attempts: Map<TransactionId, number>;
  /** The transactions driven since the proxy started. */
  readonly driven: Set<TransactionId>;
}

/**
 * Creates the record of questions. Two different questions to one validator have two ids, and so
 * have two attempts of one transaction, even if the proxy has restarted between them: an answer
 * says by its id alone what it is about.
 */
export function createQuestions(): Questions {
  const proxies = new Map<string, Asked>();

  return {
    note: (step) => {
      const questions = step.observation.effects.flatMap((effect) => questionIn(effect, step));
      const asked = proxies.get(step.node) ?? nothingAsked();
      proxies.set(step.node, asked);
      if (step.isFirst) asked.driven.clear();
      if (questions.length === 0) return undefined;
      beginIn(step, questions, asked);
      for (const question of questions) {
        const what = confusedBy(question, asked);
        if (what !== undefined) return proxyFinding(step.node, question.id, what);
      }
      return undefined;
    },
  };
}

function nothingAsked(): Asked {
  return { questions: new Map(), attempts: new Map(), driven: new Set() };
}

// A transaction that the proxy does not drive yet when it asks about it is begun with this step.
function beginIn(
  { observation: { before } }: ProxyStep,
  questions: readonly Question[],
  { attempts, driven }: Asked,
): void {
  for (const id of new Set(questions.map((each) => each.id))) {
    if (before.submissions.has(id) && driven.has(id)) continue;
    attempts.set(id, (attempts.get(id) ?? 0) + 1);
    driven.add(id);
  }
}

function confusedBy(
  { to, requestId, id, about }: Question,
  { questions, attempts }: Asked,
): string | undefined {
  const attempt = attempts.get(id) ?? 0;
  const key = `${to} ${requestId}`;
  const known = questions.get(key);
  questions.set(key, { about, attempt });
  if (known === undefined) return undefined;
  if (known.about !== about) return `asks ${to} two things under one request id`;
  return known.attempt === attempt ? undefined : `asks ${to} as it did in an earlier attempt`;
}

function questionIn(effect: Effect, { observation: { before } }: ProxyStep): readonly Question[] {
  if (effect.type !== 'Send' || memberAt(before.committee, effect.to) === undefined) return [];
  const about = aboutOf(effect.message);
  if (about === undefined) return [];
  const { requestId } = effect.message as { readonly requestId: string };
  return [{ to: effect.to, requestId, id: transactionIn(requestId), about }];
}

/** The purposes of requests for certificates that serve a transaction. */
const PURPOSES: ReadonlySet<string> = new Set(['fetch', 'depend', 'basis', 'find']);

// That a transaction has settled stays true, whichever attempt brought its certificate.
function aboutOf(message: Sent['message']): string | undefined {
  switch (message.type) {
    case 'CheckTransaction':
    case 'SubmitTransaction':
      return message.type;
    case 'SubmitCertificate':
      return brings(message.requestId)
        ? factsOf(message.certificate.envelope.transaction).id
        : undefined;
    case 'GetCertificates':
      return PURPOSES.has(purposeIn(message.requestId)) ? plainText(message.select) : undefined;
    default:
      return undefined;
  }
}
