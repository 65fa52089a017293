import type { Signer } from '@quorate/crypto';
import { factsOf, type NamedSignature, type TransactionEnvelope } from '@quorate/protocol';
import type { LeakedKeys } from '../../scenario/byzantine/client-act.ts';
import { signPayment } from './payment.ts';
import type { ClientStage } from './stage.ts';

/**
 * Certifies a payment with the keys of an epoch, if that has ended, or with one of them in place of the
 * last signature of the running committee, and delivers the certificate to whoever has merged its way
 * past that epoch, be it a member still or not: others hold no locks by which to tell, and vouch for
 * nothing.
 */
export function certifyWithLeakedKeys(act: LeakedKeys, stage: ClientStage): void {
  const { epoch, mixed, targets, ...payment } = act;
  const { name, transport, quorumAmong } = stage;
  const envelope = signPayment(payment, stage.nextNonce(), stage);
  const { signingBytes } = factsOf(envelope.transaction);
  const sign = ({ address, sign }: Signer): NamedSignature => [address, sign(signingBytes)];
  const leaked = stage.leakedKeys(epoch).map(sign);
  const [first] = leaked;
  if (first === undefined) return;

  function deliver(signatures: readonly NamedSignature[]): void {
    const certificate = { envelope, signatures };
    for (const target of stage.mergedPast(epoch)) {
      if (targets?.includes(target) === false) continue;
      transport.send(name, target, { type: 'SubmitCertificate', requestId: name, certificate });
    }
  }

  if (mixed) {
    stage.hand(envelope);
    askAll(envelope, stage, (running) => {
      // In a committee of one there is nothing for the key to stand among.
      if (running.length > 1) deliver([...running.slice(0, -1), first]);
    });
    return;
  }
  const quorum = quorumAmong(leaked);
  if (quorum === undefined) return;
  stage.hand(envelope);
  deliver(quorum);
}

/** Has a payment signed by everybody, and hands on the first quorum of one committee. */
function askAll(
  envelope: TransactionEnvelope,
  { name, transport, validators, quorumAmong }: ClientStage,
  onQuorum: (signatures: readonly NamedSignature[]) => void,
): void {
  const signatures: NamedSignature[] = [];
  let isDone = false;
  transport.attach(name, (_from, message) => {
    if (isDone || message.type !== 'Response' || message.result.type !== 'Signed') return;
    const { validator, signature } = message.result;
    if (signatures.some(([known]) => known === validator)) return;
    signatures.push([validator, signature]);
    const quorum = quorumAmong(signatures);
    if (quorum === undefined) return;
    isDone = true;
    onQuorum(quorum);
  });
  for (const validator of validators) {
    transport.send(name, validator, { type: 'SubmitTransaction', requestId: name, envelope });
  }
}
