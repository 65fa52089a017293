import { factsOf, type NamedSignature, type TransactionCertificate } from '@quorate/protocol';
import { keyOf } from '@quorate/testkit/epoch-network';
import { payment } from './payments.ts';

/** Gives a payment with the signatures that these operators make with their keys of an epoch. */
export function signedIn(epoch: number, signers: readonly string[]): TransactionCertificate {
  const envelope = payment();
  const { signingBytes } = factsOf(envelope.transaction);
  const signatures = signers.map((operator): NamedSignature => {
    const { address, sign } = keyOf(operator, epoch);
    return [address, sign(signingBytes)];
  });
  return { envelope, signatures };
}
