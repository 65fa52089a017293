import type { NamedSignature } from '@quorate/protocol';
import { factsOf } from '@quorate/protocol';
import type { IncompleteCertificate } from '../../scenario/byzantine/client-act.ts';
import { flawedCertificate } from '../flawed-certificate.ts';
import { signPayment } from './payment.ts';
import type { ClientStage } from './stage.ts';

/** Has a payment signed by one validator less than a quorum and delivers a flawed certificate. */
export function deliverIncomplete(
  { flaw, targets, ...payment }: IncompleteCertificate,
  stage: ClientStage,
): void {
  const { name, transport, validators, quorum, signer } = stage;
  const envelope = signPayment(payment, stage.nextNonce(), stage);
  const { id } = factsOf(envelope.transaction);
  const signatures: NamedSignature[] = [];
  const requestId = name;
  let isDelivered = false;

  function deliver(): void {
    if (isDelivered || signatures.length < quorum - 1) return;
    isDelivered = true;
    const certificate = flawedCertificate(flaw, { envelope, signatures, quorum, stranger: signer });
    for (const target of targets ?? validators) {
      transport.send(name, target, { type: 'SubmitCertificate', requestId, certificate });
    }
  }

  transport.attach(name, (_from, message) => {
    if (message.type !== 'Response' || message.result.type !== 'Signed') return;
    const { transactionId, validator, signature } = message.result;
    if (isDelivered || transactionId !== id) return;
    if (signatures.some(([known]) => known === validator)) return;
    signatures.push([validator, signature]);
    deliver();
  });
  stage.hand(envelope);
  for (const validator of validators) {
    transport.send(name, validator, { type: 'SubmitTransaction', requestId, envelope });
  }
  deliver();
}
