import { memberAt, type ProxyState, type Response } from '@quorate/core';
import type { Address, Rejection, TransactionId } from '@quorate/protocol';
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

/** What a proxy answers to whoever has asked it for something. */
export type Reply = Extract<
  ProxyStep['observation']['effects'][number],
  { readonly type: 'Reply' }
>;

/** Gives what a proxy drives for whom it answers; undefined where that is nothing. */
export function drivenFor(
  { submissions }: ProxyState,
  { to, requestId: id }: Pick<Reply, 'to' | 'requestId'>,
): Driven | undefined {
  for (const each of submissions.values()) {
    if (each.waiting.some(({ client, requestId }) => client === to && requestId === id))
      return each;
  }
  return undefined;
}

/** What a validator refuses, and how far it is. */
export interface Refused {
  readonly validator: Address;
  readonly progress: Progress;
  readonly refusal: Rejection;
}

/** Lists what members refuse of what a proxy drives, with what the answer adds that is heard just now. */
export function refusalsOf(
  { committee }: ProxyState,
  { progress }: Driven,
  input: ProxyInput,
): readonly Refused[] {
  const said = answerIn(input)?.result;
  const answering = answeringIn(committee, input);
  return committee.members.flatMap(({ validator: { address: validator } }) => {
    const own = progress[validator];
    const isNew = validator === answering && said?.type === 'Rejected';
    const refusal = isNew ? said.rejection : own?.refusal;
    return own === undefined || refusal === undefined
      ? []
      : [{ validator, progress: own, refusal }];
  });
}

/** Gives the member whose answer a proxy hears with a step. */
export function answeringIn(
  committee: ProxyState['committee'],
  input: ProxyInput,
): Address | undefined {
  return input.type === 'Message' ? memberAt(committee, input.from)?.validator.address : undefined;
}
