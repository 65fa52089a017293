import type { ProxyState, Response } from '@quorate/core';
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
