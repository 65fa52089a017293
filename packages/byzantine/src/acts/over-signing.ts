import {
  type Message,
  type Result,
  readableFacts,
  stepValidator,
  type ValidatorRules,
} from '@quorate/core';
import type { Address } from '@quorate/protocol';
import type { NodeName } from '@quorate/transport';
import type { Stage } from '../stage.ts';

/** Replacements of rules of submission that never object. */
type Lenient = Partial<ValidatorRules['submission']>;

const passes = () => undefined;

/**
 * Signs what a validator refuses: it checks a refused request again without some of the rules. It
 * keeps no record of such a signature.
 */
export function oversigned(
  lenient: Lenient,
  { state, env }: Pick<Stage, 'state' | 'env'>,
): (result: Result, asked: Message) => readonly Result[] | undefined {
  return (result, asked) => {
    const present = state();
    const isRefused = result.type === 'Rejected' && isSubmission(asked);
    if (!isRefused || present === undefined) return undefined;
    const { rules, ...rest } = env();
    const submission = { ...rules.submission, ...lenient };
    const { effects } = stepValidator(
      present,
      { type: 'Message', from: NOBODY, message: asked },
      { ...rest, rules: { ...rules, submission } },
    );
    const answer = effects.find((effect) => effect.type === 'Reply')?.result;
    return answer === undefined || answer.type === 'Rejected' ? undefined : [answer];
  };
}

/** Removes the given rules. */
export function without(rules: readonly (keyof Lenient)[]): Lenient {
  return Object.fromEntries(rules.map((rule) => [rule, passes]));
}

/** Signs whatever decodes, for one sender. */
export function colluding(
  sender: Address,
  stage: Pick<Stage, 'state' | 'env'>,
): (result: Result, asked: Message) => readonly Result[] | undefined {
  const sign = oversigned(without(['V1', 'V2', 'V3', 'V4', 'V5', 'V6', 'V7']), stage);
  return (result, asked) => {
    if (!isSubmission(asked)) return undefined;
    const isPartner = readableFacts(asked.envelope)?.transaction.sender === sender;
    return isPartner ? sign(result, asked) : undefined;
  };
}

/** Whether a validator would sign does not depend on who asks. */
const NOBODY: NodeName = '';

type SubmissionRequest = Extract<
  Message,
  { readonly type: 'SubmitTransaction' | 'CheckTransaction' }
>;

function isSubmission(message: Message): message is SubmissionRequest {
  return message.type === 'SubmitTransaction' || message.type === 'CheckTransaction';
}
