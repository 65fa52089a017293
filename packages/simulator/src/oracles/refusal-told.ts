import type { ProxyState } from '@quorate/core';
import type { Rejection, RejectionOf, ValidatorRefusal } from '@quorate/protocol';
import { plainText } from '../plain-text.ts';
import { faultyMax, quorumSize } from '../quorums.ts';
import type { Finding, Oracle, ProxyStep } from './oracle.ts';
import { answeringIn, type Driven, drivenFor, type Reply, refusalsOf } from './proxy-view.ts';

/**
 * What a correct proxy tells of what validators refuse is what they have said to it last: all of it where it reaches no
 * quorum (rule P8), the words of one where it refuses in their name, and of a nonce that is used no earlier next one
 * than f + 1 of those tell whom it has heard (rule P4).
 *
 * An addition of ours to the ledger document. No rule is decided by it, only what people do next.
 */
export function refusalTold(): Oracle {
  return {
    name: 'refusal-told',
    kind: 'safety',
    afterProxyStep: (step) => {
      for (const effect of step.observation.effects) {
        const finding = effect.type === 'Reply' ? mistold(step, effect) : undefined;
        if (finding !== undefined) return finding;
      }
      return undefined;
    },
  };
}

/** The refusals in which a proxy passes on what a validator says. */
const PASSED_ON: ReadonlySet<Rejection['code']> = new Set([
  'InsufficientFunding',
  'MissingDependency',
  'NonSubmittableOperation',
  'PreviousTransactionMustBeConfirmedFirst',
]);

function mistold(step: ProxyStep, answer: Reply): Finding | undefined {
  if (answer.result.type !== 'Rejected') return undefined;
  const driven = drivenFor(step.observation.before, answer);
  if (driven === undefined) return undefined;
  const { rejection } = answer.result;
  const fault = faultOf(rejection, driven, step);
  if (fault === undefined) return undefined;
  return {
    message: `${step.node} refused with ${rejection.code} and told ${fault}`,
    facts: { proxy: step.node, transaction: driven.facts.id, code: rejection.code, fault },
  };
}

function faultOf(rejection: Rejection, driven: Driven, step: ProxyStep): string | undefined {
  if (rejection.code === 'QuorumUnreachable') return listFault(rejection, driven, step);
  if (rejection.code === 'UnexpectedNonce') return nonceFault(rejection, driven, step);
  if (!PASSED_ON.has(rejection.code)) return undefined;
  const said = refusalsOf(step.observation.before, driven, step.observation.input);
  const told = plainText(rejection);
  return said.some(({ refusal }) => plainText(refusal) === told)
    ? undefined
    : 'what no validator has said so';
}

function listFault(
  { refusals }: RejectionOf<'QuorumUnreachable'>,
  driven: Driven,
  { observation: { before, input } }: ProxyStep,
): string | undefined {
  const answering = answeringIn(before.committee, input);
  const held = Object.entries(driven.progress).flatMap(([validator, { refusal }]) =>
    refusal === undefined ? [] : [{ validator, rejection: refusal }],
  );
  // Whose answer is heard just now may have refused something else before, and refuse no more.
  const heard = refusalsOf(before, driven, input)
    .filter(({ validator }) => validator === answering)
    .map(({ validator, refusal }) => ({ validator, rejection: refusal }));
  const said = new Set([...held, ...heard].map(textOf));
  if (refusals.some((each) => !said.has(textOf(each)))) return 'what no validator has said so';
  const told = new Set<string>(refusals.map(({ validator }) => validator));
  return held.some(({ validator }) => validator !== answering && !told.has(validator))
    ? 'less than validators have said'
    : undefined;
}

function textOf({
  validator,
  rejection,
}: { validator: string } & Pick<ValidatorRefusal, 'rejection'>) {
  return `${validator} ${plainText(rejection)}`;
}

function nonceFault(
  { expectedNonce }: RejectionOf<'UnexpectedNonce'>,
  driven: Driven,
  { observation: { before } }: ProxyStep,
): string | undefined {
  const { length } = before.committee.members;
  const reported = reportedTo(before, driven);
  // The others may be heard yet, and of a few a liar has an earlier one believed.
  if (driven.retries === 0 && reported.length < quorumSize(length)) return undefined;
  const vouched = reported.toSorted((a, b) => (a > b ? -1 : 1))[faultyMax(length)] ?? 0n;
  return expectedNonce < vouched ? 'an earlier next nonce than f + 1 validators do' : undefined;
}

// What is told with the answer that is heard just now may have come too late to count.
function reportedTo({ committee }: ProxyState, { progress }: Driven): readonly bigint[] {
  return committee.members.flatMap(({ validator: { address } }) => {
    const refusal = progress[address]?.refusal;
    return refusal?.code === 'UnexpectedNonce' ? [refusal.expectedNonce] : [];
  });
}
