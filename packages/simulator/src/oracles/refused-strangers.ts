import type { Rejected } from '@quorate/core';
import type { TransactionFacts } from '@quorate/protocol';
import { isOpen } from './client-promises.ts';
import type { ProxyStep } from './oracle.ts';
import { readableFacts } from './readable-facts.ts';
import { submissionOf } from './submission-of.ts';

/** A refusal for good, and what was refused as it came to the proxy. */
interface Refused {
  readonly facts: TransactionFacts;
  readonly rejection: Rejected['rejection'];
}

/**
 * Creates what reads the refusals for good that proxies give to others than clients, such as who hands in a change
 * of committee: the names of their requests do not say what they are about.
 */
export function createRefusedStrangers(): (step: ProxyStep) => readonly Refused[] {
  const asked = new Map<string, TransactionFacts>();
  return ({ node, observation: { input, effects } }) => {
    if (input.type === 'Message' && input.message.type === 'SubmitTransaction') {
      const { envelope, requestId } = input.message;
      const facts = submissionOf(requestId) === undefined ? readableFacts(envelope) : undefined;
      if (facts !== undefined) asked.set(`${node} ${input.from} ${requestId}`, facts);
    }
    if (asked.size === 0) return NONE;
    return effects.flatMap((effect) => {
      if (effect.type !== 'Reply' || effect.result.type !== 'Rejected') return NONE;
      const facts = asked.get(`${node} ${effect.to} ${effect.requestId}`);
      const { rejection } = effect.result;
      return facts === undefined || isOpen(rejection) ? NONE : [{ facts, rejection }];
    });
  };
}

const NONE: readonly Refused[] = [];
