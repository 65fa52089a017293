import { invariant, type Message, nonceKey } from '@quorate/core';
import { factsOf, type TransactionEnvelope } from '@quorate/protocol';
import type { NodeName, Transport } from '@quorate/transport';
import type { SendStep } from '../../scenario/steps/step.ts';
import { directOf } from '../links.ts';
import type { QuorumAmong } from '../quorum-among.ts';
import { createDirectSender, type DirectSender, directRequestId } from './direct-sender.ts';
import type { Handed } from './handed.ts';
import type { Submissions } from './submissions.ts';

/** The options of a hand. */
export interface HandOptions {
  readonly client: string;
  readonly transport: Transport<Message>;
  readonly validators: readonly NodeName[];
  readonly quorumAmong: QuorumAmong;
  readonly submissions: Pick<Submissions, 'at'>;
}

/** What a user signs and sends without its client. */
export interface Hand {
  keep(label: string, envelope: TransactionEnvelope): void;
  send(step: SendStep): void;
  /** Lists what was sent by hand, and what the client itself has sent for the same nonces. */
  handed(): readonly Handed[];
}

/** Creates the hand of a user that has signed nothing. */
export function createHand(options: HandOptions): Hand {
  const signed = new Map<string, TransactionEnvelope>();
  const handed = new Set<TransactionEnvelope>();
  let direct: DirectSender | undefined;
  return {
    keep: (label, envelope) => signed.set(label, envelope),
    send({ transaction, validators }) {
      const envelope = signed.get(transaction);
      invariant(envelope !== undefined, `nothing was signed as ${transaction}`);
      handed.add(envelope);
      direct ??= createDirectSender({ ...options, name: directOf(options.client) });
      direct.send(envelope, validators);
    },
    handed: () =>
      [...handed].flatMap((envelope) => {
        const { id, transaction } = factsOf(envelope.transaction);
        const beside = options.submissions.at(nonceKey(transaction.sender, transaction.nonce));
        return [
          { envelope, requestIds: [directRequestId(id)] },
          ...beside.map((other) => ({ envelope: other, requestIds: [] })),
        ];
      }),
  };
}
