import type { TransactionEnvelope } from '@quorate/protocol';
import type { Equivocate } from '../../scenario/byzantine/client-act.ts';
import { createDirectSender } from '../../world/users/direct-sender.ts';
import { rivalPayments } from './payment.ts';
import type { ClientStage } from './stage.ts';

/**
 * Signs several payments for one nonce, sends each to its validators, and settles those that get a
 * quorum.
 */
export function equivocate({ rivals, nonce, cross }: Equivocate, stage: ClientStage): void {
  const { clock, validators, nextNonce } = stage;
  const sender = createDirectSender(stage);
  const envelopes = rivalPayments(rivals, nonce ?? nextNonce(), stage);
  const signed = rivals.map((rival, index) => ({
    ...rival,
    envelope: envelopes[index] as TransactionEnvelope,
  }));
  for (const { envelope, validators: own, deliver } of signed) {
    stage.hand(envelope);
    sender.send(envelope, own, deliver);
  }
  if (cross === undefined) return;
  clock.setTimer(clock.now() + cross, () => {
    for (const { envelope, validators: own } of signed) {
      sender.send(
        envelope,
        validators.filter((name) => !own.includes(name)),
      );
    }
  });
}
