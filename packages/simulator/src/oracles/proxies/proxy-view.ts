import { memberAt, type ProxyState, type Response } from '@quorate/core';
import type { Address, Rejection, TransactionId } from '@quorate/protocol';
import type { Finding, ProxyStep } from '../oracle.ts';

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

/** Reads from the id of a request to a validator what it asks; see `Purpose` of the core's proxy. */
export function purposeIn(requestId: string): string {
  const end = requestId.indexOf(':');
  return end < 0 ? requestId : requestId.slice(0, end);
}

/** Tells whether a request asks a validator to check or to sign. */
export function asksForSignature(requestId: string): boolean {
  const purpose = purposeIn(requestId);
  return purpose === 'check' || purpose === 'sign';
}

/** Tells whether a request brings a validator what it lacks. */
export function brings(requestId: string): boolean {
  return purposeIn(requestId) === 'deliver';
}

/** Says what a proxy does wrong with a transaction. */
export function proxyFinding(proxy: string, transaction: string, what: string): Finding {
  return { message: `${proxy} ${what}`, facts: { proxy, transaction } };
}

/** An answer of a proxy to a client's request. */
export type Reply = Extract<
  ProxyStep['observation']['effects'][number],
  { readonly type: 'Reply' }
>;

/** Gives the first fault that is found in what a proxy answers with a step. */
export function inReplies(
  step: ProxyStep,
  find: (step: ProxyStep, answer: Reply) => Finding | undefined,
): Finding | undefined {
  for (const effect of step.observation.effects) {
    const finding = effect.type === 'Reply' ? find(step, effect) : undefined;
    if (finding !== undefined) return finding;
  }
  return undefined;
}

/** Gives the submission that an answer of a proxy is about; undefined when there is none. */
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

/** A validator's refusal, with its progress. */
export interface Refused {
  readonly validator: Address;
  readonly progress: Progress;
  readonly refusal: Rejection;
}

/** Lists the members' refusals of a submission, including an answer that arrives in this step. */
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

/** Gives the member whose answer arrives in this step. */
export function answeringIn(
  committee: ProxyState['committee'],
  input: ProxyInput,
): Address | undefined {
  return input.type === 'Message' ? memberAt(committee, input.from)?.validator.address : undefined;
}

/** What a member answers to a proxy that drives a transaction. */
export interface HeardFromMember {
  readonly id: TransactionId;
  readonly purpose: string;
  /** See `Asked` of the core's proxy. */
  readonly index: number;
  readonly validator: Address;
  readonly driven: Driven;
  readonly result: Response['result'];
}

/**
 * Reads what a member answers in this step to a question of the present attempt. A proxy that has
 * followed a change hears the next committee only, and asks it anew.
 */
export function heardFromMember({
  input,
  before,
}: Pick<ProxyStep['observation'], 'input' | 'before'>): HeardFromMember | undefined {
  const answer = answerIn(input);
  if (answer === undefined) return undefined;
  const { requestId, result } = answer;
  const [purpose = '', , index, attempt, upSince] = requestId.split(':');
  const id = transactionIn(requestId);
  const driven = before.submissions.get(id);
  const validator = answeringIn(before.committee, input);
  if (driven === undefined || validator === undefined) return undefined;
  if (attempt !== String(driven.attempt) || upSince !== String(before.upSince)) return undefined;
  return { id, purpose, index: Number(index), validator, driven, result };
}
