import { type ProxyState, readableFacts } from '@quorate/core';
import type { Finding, Oracle, ProxyStep } from '../oracle.ts';

/**
 * How long a proxy keeps an incomplete transaction, by docs/ledger.md: a day. Units: nanoseconds.
 */
const KEPT_NANOS = 86_400_000_000_000n;

/**
 * A correct proxy that is asked for the incomplete transactions of an account tells all that it
 * keeps for that account, with their signatures, and none of other accounts (rule P9).
 *
 * Our addition to ledger.md. From this list members learn what they can sign.
 */
export function incompleteTold(): Oracle {
  return {
    name: 'incomplete-told',
    kind: 'safety',
    afterProxyStep: ({ node, observation: { input, before, effects }, now }: ProxyStep) => {
      if (input.type !== 'Message' || input.message.type !== 'GetPending') return undefined;
      const { address } = input.message;
      const kept = keptOf(before, address, now());
      for (const effect of effects) {
        if (effect.type !== 'Reply' || effect.result.type !== 'PendingTransactions') continue;
        const fault = faultOf(new Set<object>(effect.result.envelopes), kept);
        return fault === undefined ? undefined : found(node, address, fault);
      }
      return found(node, address, 'nothing at all');
    },
  };
}

/** Gives what a proxy keeps of an account and has not kept for too long by its own clock. */
function keptOf({ incomplete }: ProxyState, address: string, now: bigint): ReadonlySet<object> {
  const envelopes = [...incomplete.values()].flatMap(({ envelope, since }) => {
    const isOwn = readableFacts(envelope)?.transaction.sender === address;
    return isOwn && now < since + KEPT_NANOS ? [envelope] : [];
  });
  return new Set(envelopes);
}

function faultOf(told: ReadonlySet<object>, kept: ReadonlySet<object>): string | undefined {
  if ([...told].some((envelope) => !kept.has(envelope))) return 'what it does not keep of it';
  return told.size < kept.size ? 'less than it keeps of it' : undefined;
}

function found(proxy: string, account: string, what: string): Finding {
  return {
    message: `${proxy} told of what lacks signatures of an account ${what}`,
    facts: { proxy, account, fault: what },
  };
}
