import type { ProxyState, Response } from '@quorate/core';
import type { TransactionId } from '@quorate/protocol';
import type { ProxyStep } from './oracle.ts';

/** A transaction that a proxy drives. */
export type Driven = NonNullable<ReturnType<ProxyState['submissions']['get']>>;

/** The progress of one validator with it. */
export type Progress = Driven['progress'][keyof Driven['progress']];

/** The input of a proxy's step. */
export type ProxyInput = ProxyStep['observation']['input'];

/** Gives the answer that a step of a proxy receives, if its input is one. */
export function answerIn(input: ProxyInput): Response | undefined {
  return input.type === 'Message' && input.message.type === 'Response' ? input.message : undefined;
}

/**
 * Reads the transaction id from the id of a request to a validator, or from the name of a retry
 * timer.
 */
export function transactionIn(name: string): TransactionId {
  const start = name.indexOf(':') + 1;
  const end = name.indexOf(':', start);
  return name.slice(start, end < 0 ? undefined : end) as TransactionId;
}
