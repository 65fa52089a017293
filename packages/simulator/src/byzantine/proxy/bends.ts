import { type Bend, type Reach, requestKindOf, type Said } from '@quorate/byzantine';
import type { Message } from '@quorate/core';
import type { BendingProxyAct } from '../../scenario/byzantine/proxy-act.ts';
import type { TrafficKind } from '../../scenario/byzantine/words.ts';
import { type ReachGround, reachOf } from '../reach.ts';
import { forgeQuorum } from './forge-quorum.ts';
import { refuseFalsely } from './refuse-falsely.ts';
import type { ProxyStage } from './stage.ts';
import { swapAnswers, swapSignatures } from './swap.ts';

/** Creates the bend that performs an act of a proxy. */
export function proxyBend(act: BendingProxyAct, stage: ProxyStage, ground: ReachGround): Bend {
  const reach = reachOf(act, ground);
  switch (act.act) {
    case 'drop':
      return drop(act.kinds, reach);
    case 'swap':
      return (act.what === 'answers' ? swapAnswers : swapSignatures)(reach);
    case 'forge-quorum':
      return forgeQuorum(act.flaw, reach, stage);
    case 'withhold-certificate':
      return { say: keeping(reach, carriesCertificate) };
    case 'false-refusal':
      return refuseFalsely(act.code, reach, stage);
  }
}

function drop(kinds: readonly TrafficKind[], reach: Reach): Bend {
  return {
    hear: (heard) => {
      const { from: peer, message } = heard;
      // Answers of validators are not dropped: the proxy itself had decided to ask for them.
      if (message.type === 'Response' || !kinds.includes('submit')) return heard;
      return reach.act({ peer, request: message }, () => true) ? undefined : heard;
    },
    say: keeping(reach, (message) => kinds.includes(requestKindOf(message) ?? 'answer')),
  };
}

/** Does not send the messages that an act keeps. */
function keeping(reach: Reach, keeps: (message: Message) => boolean) {
  return (said: Said): readonly Said[] => {
    const { to: peer, message, asked = message } = said;
    const isKept = reach.act({ peer, request: asked }, () => keeps(message) || undefined);
    return isKept ? [] : [said];
  };
}

function carriesCertificate(message: Message): boolean {
  return (
    message.type === 'SubmitCertificate' ||
    (message.type === 'Response' && message.result.type === 'Success')
  );
}
