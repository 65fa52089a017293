import type { ProxyState } from '@quorate/core';
import type {
  Address,
  MintRemoved,
  Rejection,
  RejectionOf,
  TransactionFacts,
  ValidatorRefusal,
} from '@quorate/protocol';
import { plainText } from '../../plain-text.ts';
import { faultyMax, quorumSize } from '../../quorums.ts';
import { FROM_VALIDATORS } from '../following/refusal-kinds.ts';
import type { Finding, Oracle, OracleContext, ProxyStep } from '../oracle.ts';
import {
  answerIn,
  answeringIn,
  type Driven,
  drivenFor,
  inReplies,
  type ProxyInput,
  type Reply,
  refusalsOf,
} from './proxy-view.ts';

/**
 * What a correct proxy tells of validators' refusals is what they have last said to it. Where it
 * reaches no quorum, it lists every refusal and everybody who is silent (rule P8). Where it refuses
 * in their name, it repeats the words of one of them. For a used nonce, the next nonce that it tells
 * is no earlier than f + 1 of the validators that it has heard say (rule P4). The removal of a
 * minter that it blames is certified (rule D5).
 *
 * Our addition to ledger.md. What the client does next depends on it. An account that is blocked by
 * a removal is owed nothing more, so a removal that never was would excuse anything.
 */
export function refusalTold({ committees }: Pick<OracleContext, 'committees'>): Oracle {
  const removals = new Set<string>();

  // Nobody but a proxy needs to have seen what leaked keys have certified.
  function areKeysSafe(): boolean {
    const members = committees.all().flatMap((committee) => committee.members);
    return !members.some(({ validator }) => committees.isLeaked(validator.address));
  }

  function isInvented(blamed: MintRemoved, { transaction }: TransactionFacts): boolean {
    const { sender, operations } = transaction;
    const isMint = operations.some(
      (operation) => operation.kind === 'Mint' && operation.tokenId === blamed.tokenId,
    );
    return areKeysSafe() && !(isMint && removals.has(removalOf(blamed, sender)));
  }

  return {
    name: 'refusal-told',
    kind: 'safety',
    noteCertified: ({ transaction: { sender: admin, nonce, operations } }) => {
      for (const operation of operations) {
        if (operation.kind !== 'TokenManagement') continue;
        const { tokenId, updateId, mints } = operation;
        for (const [mint, change] of new Map(mints.map(([each, address]) => [address, each]))) {
          if (change !== 'Remove') continue;
          removals.add(removalOf({ tokenId, admin, nonce, updateId }, mint));
        }
      }
    },
    afterProxyStep: (step) => inReplies(step, (_, answer) => mistold(step, answer, isInvented)),
  };
}

type IsInvented = (blamed: MintRemoved, facts: TransactionFacts) => boolean;

function removalOf({ tokenId, admin, nonce, updateId }: MintRemoved, mint: Address): string {
  return [tokenId, admin, nonce, updateId, mint].join();
}

function mistold(step: ProxyStep, answer: Reply, isInvented: IsInvented): Finding | undefined {
  if (answer.result.type !== 'Rejected') return undefined;
  const driven = drivenFor(step.observation.before, answer);
  if (driven === undefined) return undefined;
  const { rejection } = answer.result;
  const fault =
    rejection.code === 'QuorumUnreachable' &&
    rejection.mintRemoved !== undefined &&
    isInvented(rejection.mintRemoved, driven.facts)
      ? 'of a removal that is not certified'
      : faultOf(rejection, driven, step);
  if (fault === undefined) return undefined;
  return {
    message: `${step.node} refused with ${rejection.code} and told ${fault}`,
    facts: { proxy: step.node, transaction: driven.facts.id, code: rejection.code, fault },
  };
}

function faultOf(rejection: Rejection, driven: Driven, step: ProxyStep): string | undefined {
  if (rejection.code === 'QuorumUnreachable') {
    return listFault(rejection, driven, step) ?? silenceFault(rejection, driven, step);
  }
  if (rejection.code === 'UnexpectedNonce') return nonceFault(rejection, driven, step);
  if (!FROM_VALIDATORS.has(rejection.code)) return undefined;
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
  // The validator whose answer arrives in this step may replace or withdraw its earlier refusal.
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

// Leaves out the validator whose answer arrives in this step.
function silenceFault(
  { silent }: RejectionOf<'QuorumUnreachable'>,
  driven: Driven,
  { observation: { before, after, input } }: ProxyStep,
): string | undefined {
  if (before.committee !== after.committee) return undefined;
  const answering = answeringIn(before.committee, input);
  const members = before.committee.members.map(({ validator }) => validator.address);
  const isWrong = (validator: Address): boolean => {
    const { refusal, admits, signature, settled } = driven.progress[validator] ?? {};
    if (refusal !== undefined) return silent.includes(validator);
    const hasAnswered = admits || signature !== undefined || settled;
    return !(hasAnswered || silent.includes(validator));
  };
  const others = members.filter((validator) => validator !== answering);
  return others.some(isWrong) || silent.some((validator) => !members.includes(validator))
    ? 'others to be silent than those that have not answered'
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
  { observation: { before, input } }: ProxyStep,
): string | undefined {
  const { length } = before.committee.members;
  const reported = reportedTo(before, driven, input);
  // Before a quorum has answered, a liar may be among the few that have, and more may follow.
  if (driven.retries === 0 && reported.length < quorumSize(length)) return undefined;
  const vouched = reported.toSorted((a, b) => (a > b ? -1 : 1))[faultyMax(length)] ?? 0n;
  return expectedNonce < vouched ? 'an earlier next nonce than f + 1 validators do' : undefined;
}

// Leaves out a validator whose word on the transaction arrives in this step: the new one may have
// come too late to count, and otherwise the earlier one no longer does.
function reportedTo(
  { committee }: ProxyState,
  { progress }: Driven,
  input: ProxyInput,
): readonly bigint[] {
  const isWord = answerIn(input)?.result.type !== 'Certificates';
  const answering = isWord ? answeringIn(committee, input) : undefined;
  return committee.members.flatMap(({ validator: { address } }) => {
    const refusal = address === answering ? undefined : progress[address]?.refusal;
    return refusal?.code === 'UnexpectedNonce' ? [refusal.expectedNonce] : [];
  });
}
