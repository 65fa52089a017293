import { factsOf } from '@quorate/protocol';
import type { LeakedKeys } from '../../scenario/byzantine/client-act.ts';
import { signPayment } from './payment.ts';
import type { ClientStage } from './stage.ts';

/**
 * Certifies a payment with the keys of an epoch, if that has ended, and delivers the certificate to
 * whoever has merged its way past it, be it a member still or not: others hold no locks by which to
 * tell, and vouch for nothing.
 */
export function certifyWithLeakedKeys(
  { epoch, targets, ...payment }: LeakedKeys,
  stage: ClientStage,
): void {
  const { name, transport, quorumAmong } = stage;
  const envelope = signPayment(payment, stage.nextNonce(), stage);
  const { signingBytes } = factsOf(envelope.transaction);
  const signatures = quorumAmong(
    stage.leakedKeys(epoch).map(({ address, sign }) => [address, sign(signingBytes)]),
  );
  if (signatures === undefined) return;
  stage.hand(envelope);
  const certificate = { envelope, signatures };
  for (const target of stage.mergedPast(epoch)) {
    if (targets?.includes(target) === false) continue;
    transport.send(name, target, { type: 'SubmitCertificate', requestId: name, certificate });
  }
}
