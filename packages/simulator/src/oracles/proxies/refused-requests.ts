import { type Effect, readableFacts } from '@quorate/core';
import type { Rejection, TransactionFacts } from '@quorate/protocol';
import type { ProxyStep } from '../oracle.ts';

/** A refusal, and what was refused, as it reached the proxy. */
export interface Refused {
  readonly facts: TransactionFacts;
  readonly rejection: Rejection;
}

/**
 * Creates the reader of the refusals that proxies give for submitted transactions; it ignores
 * requests whose ids are not meant.
 */
export function createRefusedRequests(
  isMeant: (requestId: string) => boolean = () => true,
): (step: ProxyStep) => readonly Refused[] {
  const asked = new Map<string, TransactionFacts>();
  return ({ node, observation: { input, effects } }) => {
    if (input.type === 'Message' && input.message.type === 'SubmitTransaction') {
      const { envelope, requestId } = input.message;
      const facts = isMeant(requestId) ? readableFacts(envelope) : undefined;
      if (facts !== undefined) asked.set(`${node} ${input.from} ${requestId}`, facts);
    }
    if (!effects.some(isRefusal)) return NONE;
    return effects.flatMap((effect) => {
      if (effect.type !== 'Reply' || effect.result.type !== 'Rejected') return NONE;
      const facts = asked.get(`${node} ${effect.to} ${effect.requestId}`);
      return facts === undefined ? NONE : [{ facts, rejection: effect.result.rejection }];
    });
  };
}

function isRefusal(effect: Effect<unknown>): boolean {
  return effect.type === 'Reply' && effect.result.type === 'Rejected';
}

const NONE: readonly Refused[] = [];
