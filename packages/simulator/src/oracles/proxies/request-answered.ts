import type { ProxyState } from '@quorate/core';
import type { Finding, Oracle } from '../oracle.ts';

/**
 * Every request to a correct proxy is answered in the end, unless the proxy went down meanwhile
 * (rules P3, P8).
 *
 * Our addition to ledger.md. Clients repeat their requests, so one that waits in vain is hardly
 * noticed.
 */
export function requestAnswered(): Oracle {
  const lives = new Map<string, Life>();

  return {
    name: 'request-answered',
    kind: 'safety',
    afterProxyStep: ({ node, isFirst, observation: { input, after, effects } }) => {
      // A crash has erased what an earlier life was asked.
      const open = (isFirst ? undefined : lives.get(node)?.open) ?? new Map<string, Request>();
      lives.set(node, { open, last: after });
      if (input.type === 'Message' && input.message.type !== 'Response') {
        const { type, requestId } = input.message;
        open.set(keyOf(input.from, requestId), { from: input.from, type, requestId });
      }
      for (const effect of effects) {
        if (effect.type === 'Reply') open.delete(keyOf(effect.to, effect.requestId));
      }
      return undefined;
    },
    atRest: ({ restsIn }) => {
      for (const [proxy, { open, last }] of lives) {
        const [left] = open.values();
        if (left !== undefined && restsIn(proxy, last)) return unanswered(proxy, left);
      }
      return undefined;
    },
  };
}

/** A proxy since its last start. */
interface Life {
  readonly open: Map<string, Request>;
  readonly last: ProxyState;
}

/** A request without an answer. */
interface Request {
  readonly from: string;
  readonly type: string;
  readonly requestId: string;
}

function keyOf(from: string, requestId: string): string {
  return `${from} ${requestId}`;
}

function unanswered(proxy: string, { from, type, requestId }: Request): Finding {
  return {
    message: `${proxy} never answered a request of ${from}`,
    facts: { proxy, from, type, request: requestId },
  };
}
