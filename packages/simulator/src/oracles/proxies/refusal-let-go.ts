import { memberAt, type ProxyState } from '@quorate/core';
import type { Oracle, ProxyStep } from '../oracle.ts';
import { type Driven, type Progress, proxyFinding } from './proxy-view.ts';

/**
 * A correct proxy drops a validator's refusal once the validator has done what it was asked, and
 * all refusals when validators are asked for something else (rule P4).
 *
 * Our addition to ledger.md. The number of refusals ends an attempt, so an outdated one does harm
 * only together with others.
 */
export function refusalLetGo(): Oracle {
  return {
    name: 'refusal-let-go',
    kind: 'safety',
    afterProxyStep: ({ node, observation: { input, before, after } }: ProxyStep) => {
      if (input.type !== 'Message' || input.message.type !== 'Response') return undefined;
      const { result } = input.message;
      if (!('transactionId' in result)) return undefined;
      const id = result.transactionId;
      const [was, is] = [before, after].map(({ submissions }) => submissions.get(id));
      if (was === undefined || is === undefined || was === is) return undefined;
      const fault = was.phase === is.phase ? keptBy(input.from, was, is, after) : keptOver(is);
      return fault === undefined
        ? undefined
        : proxyFinding(node, id, `holds a refusal of ${fault}`);
    },
  };
}

function keptOver({ progress }: Driven): string | undefined {
  const isLeft = Object.values(progress).some(({ refusal }) => refusal !== undefined);
  return isLeft ? 'what was refused before' : undefined;
}

function keptBy(
  name: string,
  was: Driven,
  is: Driven,
  { committee }: ProxyState,
): string | undefined {
  const member = memberAt(committee, name);
  if (member === undefined) return undefined;
  const [then, now] = [was, is].map(({ progress }) => progress[member.validator.address]);
  const isKept = now?.refusal !== undefined && doneBy(now) > doneBy(then);
  return isKept ? `what ${name} does by now` : undefined;
}

function doneBy(progress: Progress | undefined): number {
  if (progress === undefined) return 0;
  const { admits, signature, settled } = progress;
  return [admits, signature !== undefined, settled].filter((isDone) => isDone).length;
}
