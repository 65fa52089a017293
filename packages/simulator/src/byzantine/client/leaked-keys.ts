import { factsOf, type NamedSignature } from '@quorate/protocol';
import type { LeakedKeys } from '../../scenario/byzantine/client-act.ts';
import { createDirectSender } from '../../world/users/direct-sender.ts';
import { signPayment } from './payment.ts';
import type { ClientStage } from './stage.ts';

/**
 * Certifies a payment with the keys of an epoch that has ended, or with one of these keys in place
 * of the last signature of the current committee, and delivers the certificate to validators that
 * have merged past that epoch, whether they are still members or not. Other validators hold no
 * locks by which to recognise such a certificate, so nothing is promised about them. Returns
 * whether the act took effect.
 */
export function certifyWithLeakedKeys(act: LeakedKeys, stage: ClientStage): boolean {
  const { epoch, reuse, mixed, targets, ...payment } = act;
  const { name, transport, validators, quorumAmong } = stage;
  const next = stage.nextNonce();
  const nonce = reuse && next > 0n ? next - 1n : next;
  const envelope = signPayment(payment, nonce, stage);
  const { signingBytes } = factsOf(envelope.transaction);
  const leaked = stage
    .leakedKeys(epoch)
    .map(({ address, sign }): NamedSignature => [address, sign(signingBytes)]);
  const [first] = leaked;
  const merged = stage
    .mergedPast(epoch)
    .filter((target) => targets === undefined || targets.includes(target));
  if (mixed && first !== undefined) {
    stage.hand(envelope);
    const sender = createDirectSender({
      ...stage,
      quorumAmong: (signatures) => withOne(first, quorumAmong(signatures)),
    });
    sender.send(envelope, validators, merged);
    return true;
  }
  const signatures = quorumAmong(leaked);
  if (mixed || signatures === undefined) return false;
  stage.hand(envelope);
  const certificate = { envelope, signatures };
  for (const target of merged) {
    transport.send(name, target, { type: 'SubmitCertificate', requestId: name, certificate });
  }
  return merged.length > 0;
}

/**
 * Replaces a signature of a quorum by another; a committee of one has no other signature to keep.
 */
function withOne(
  signature: NamedSignature,
  quorum: readonly NamedSignature[] = [],
): readonly NamedSignature[] | undefined {
  return quorum.length > 1 ? [...quorum.slice(0, -1), signature] : undefined;
}
