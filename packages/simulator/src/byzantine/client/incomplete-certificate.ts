import type { NamedSignature, TransactionEnvelope } from '@quorate/protocol';
import { factsOf } from '@quorate/protocol';
import type { IncompleteCertificate, Payment } from '../../scenario/byzantine/client-act.ts';
import type { CertificateFlaw } from '../../scenario/byzantine/words.ts';
import { signTransaction } from '../../world/users/intents.ts';
import { claimTransactionOf } from '../bare-transaction.ts';
import { flawedCertificate } from '../flawed-certificate.ts';
import { paymentIntent, rivalPayments } from './payment.ts';
import type { ClientStage } from './stage.ts';

/** A payment and the signatures of the validators that were asked. */
interface Pool {
  readonly envelope: TransactionEnvelope;
  readonly asked: readonly string[];
  readonly signatures: NamedSignature[];
}

/** The flaws of certificates that a whole quorum has signed. */
const CERTIFIED: ReadonlySet<CertificateFlaw> = new Set([
  'surplus',
  'unsigned',
  'verifiers-dropped',
]);

/** Collects as many signatures for a payment as the flawed certificate needs, and delivers that. */
export function deliverIncomplete(
  { flaw, targets, ...payment }: IncompleteCertificate,
  stage: ClientStage,
): void {
  const { name, transport, validators, quorum } = stage;
  const stranger = stage.signerOf(`stranger/${stage.name}`);
  const needed = CERTIFIED.has(flaw) ? quorum : quorum - 1;
  const nonce = stage.nextNonce();
  const [paid, other] = rivalPayments([payment, payment], nonce, stage);
  const envelope = flaw === 'verifiers-dropped' ? claimBeside(payment, nonce, stage) : paid;
  // A validator that has signed the one payment does not sign the other.
  const isMixed = flaw === 'mixed' || flaw === 'surplus';
  const main = poolOf(envelope, isMixed ? validators.slice(0, needed) : validators);
  const rival = poolOf(other, isMixed ? validators.slice(needed) : []);
  const pools = isMixed ? [main, rival] : [main];
  const requestId = name;
  let isDelivered = false;

  function deliver(): void {
    const { signatures } = main;
    const foreign = rival.signatures;
    if (isDelivered || signatures.length < needed || (isMixed && foreign.length === 0)) return;
    isDelivered = true;
    const parts = { envelope, signatures, foreign, quorum, stranger };
    const certificate = flawedCertificate(flaw, parts);
    for (const target of targets ?? validators) {
      transport.send(name, target, { type: 'SubmitCertificate', requestId, certificate });
    }
  }

  transport.attach(name, (_from, message) => {
    if (isDelivered || message.type !== 'Response' || message.result.type !== 'Signed') return;
    const { transactionId, validator, signature } = message.result;
    const pool = pools.find((each) => factsOf(each.envelope.transaction).id === transactionId);
    if (pool === undefined || pool.signatures.some(([known]) => known === validator)) return;
    pool.signatures.push([validator, signature]);
    deliver();
  });
  for (const pool of pools) {
    stage.hand(pool.envelope);
    for (const validator of pool.asked) {
      const asking = { type: 'SubmitTransaction', requestId, envelope: pool.envelope } as const;
      transport.send(name, validator, asking);
    }
  }
  deliver();
}

/** Pays, and makes a claim that the client itself verifies. */
function claimBeside(payment: Payment, nonce: bigint, stage: ClientStage): TransactionEnvelope {
  const { signer } = stage;
  const { operations: beside } = paymentIntent(payment, nonce, stage);
  const parts = { verifiers: [signer.address], quorum: 1, signers: [signer], beside };
  return signTransaction(claimTransactionOf(signer.address, parts, stage, nonce), signer);
}

function poolOf(envelope: TransactionEnvelope, asked: readonly string[]): Pool {
  return { envelope, asked, signatures: [] };
}
