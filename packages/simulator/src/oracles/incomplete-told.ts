import type { ProxyState } from '@quorate/core';
import type { Finding, Oracle, ProxyStep } from './oracle.ts';
import { readableFacts } from './readable-facts.ts';

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
    afterProxyStep: ({ node, observation: { input, before, effects } }: ProxyStep) => {
      if (input.type !== 'Message' || input.message.type !== 'GetPending') return undefined;
      const { address } = input.message;
      const kept = keptOf(before, address);
      for (const effect of effects) {
        if (effect.type !== 'Reply' || effect.result.type !== 'PendingTransactions') continue;
        const told = new Set<object>(effect.result.envelopes);
        const fault = faultOf(told, kept, latestIn(before));
        return fault === undefined ? undefined : found(node, address, fault);
      }
      return found(node, address, 'nothing at all');
    },
  };
}

interface Kept {
  readonly envelope: object;
  readonly since: bigint;
}

function keptOf({ incomplete }: ProxyState, address: string): readonly Kept[] {
  return [...incomplete.values()].filter(
    ({ envelope }) => readableFacts(envelope)?.transaction.sender === address,
  );
}

/** Gives the time of the latest arrival: anything that arrived long before may have expired. */
function latestIn({ incomplete, upSince }: ProxyState): bigint {
  return [...incomplete.values()].reduce(
    (latest, { since }) => (since > latest ? since : latest),
    upSince,
  );
}

function faultOf(
  told: ReadonlySet<object>,
  kept: readonly Kept[],
  latest: bigint,
): string | undefined {
  const known = new Set(kept.map(({ envelope }) => envelope));
  if ([...told].some((envelope) => !known.has(envelope))) return 'what it does not keep of it';
  const isLacking = kept.some(
    ({ envelope, since }) => !told.has(envelope) && since + KEPT_NANOS > latest,
  );
  return isLacking ? 'less than it keeps of it' : undefined;
}

function found(proxy: string, account: string, what: string): Finding {
  return {
    message: `${proxy} told of what lacks signatures of an account ${what}`,
    facts: { proxy, account, fault: what },
  };
}
