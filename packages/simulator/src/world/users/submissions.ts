import { type Message, nonceKey, openEnvelope, readableFacts } from '@quorate/core';
import type { Address, TransactionEnvelope, TransactionId } from '@quorate/protocol';
import type { NodeName } from '@quorate/transport';
import type { WorkloadEntry } from '../../scenario/scenario.ts';

/** Records what clients have sent whose users also send without them. */
export interface Submissions {
  /** Sees every message sent. */
  sent(from: NodeName, message: Message): void;
  /** Lists what a client has sent for a place, as named by `nonceKey`. */
  at(place: string): readonly TransactionEnvelope[];
}

/** Creates an empty record. */
export function createSubmissions(
  workload: readonly WorkloadEntry[],
  nameOf: (address: Address) => string,
): Submissions {
  const byHand = workload.filter(({ steps }) => steps.some(({ op }) => op === 'send'));
  const watched = new Set(byHand.map(({ client }) => client));
  const places = new Map<string, Map<TransactionId, TransactionEnvelope>>();
  return {
    sent(from, message) {
      if (message.type !== 'SubmitTransaction' || !watched.has(from)) return;
      const facts = readableFacts(message.envelope);
      if (facts === undefined) return;
      const { sender, nonce } = facts.transaction;
      if (nameOf(sender) !== from) return;
      const place = nonceKey(sender, nonce);
      const known = places.get(place) ?? new Map<TransactionId, TransactionEnvelope>();
      places.set(place, known.set(facts.id, openEnvelope(message.envelope)));
    },
    at: (place) => [...(places.get(place)?.values() ?? [])],
  };
}
