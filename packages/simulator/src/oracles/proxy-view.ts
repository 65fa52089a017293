import type { ProxyState, Response } from '@quorate/core';
import type { TransactionId } from '@quorate/protocol';
import type { ProxyStep } from './oracle.ts';

/** What a proxy drives. */
export type Driven = NonNullable<ReturnType<ProxyState['submissions']['get']>>;

/** How far one validator is with that. */
export type Progress = Driven['progress'][keyof Driven['progress']];

/** What a step of a proxy takes in. */
export type ProxyInput = ProxyStep['observation']['input'];

/** Gives the answer that a proxy hears with a step, if it is one that it hears. */
export function answerIn(input: ProxyInput): Response | undefined {
  return input.type === 'Message' && input.message.type === 'Response' ? input.message : undefined;
}

/** Reads out of the id of a request to a validator, or of the time that it waits for, which transaction it is about. */
export function transactionIn(name: string): TransactionId {
  const start = name.indexOf(':') + 1;
  const end = name.indexOf(':', start);
  return name.slice(start, end < 0 ? undefined : end) as TransactionId;
}
