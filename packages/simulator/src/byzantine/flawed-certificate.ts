import type { Signer } from '@quorate/crypto';
import type {
  NamedSignature,
  TransactionCertificate,
  TransactionEnvelope,
} from '@quorate/protocol';
import { factsOf } from '@quorate/protocol';
import type { CertificateFlaw } from '../scenario/byzantine/words.ts';

/** The parts of a flawed certificate. */
export interface FlawedCertificateParts {
  readonly envelope: TransactionEnvelope;
  /**
   * Genuine signatures of distinct validators: a quorum, unless the flaw is about these signatures;
   * else fewer.
   */
  readonly signatures: readonly NamedSignature[];
  /**
   * Genuine signatures of other validators for another transaction; needed for flaws that mix them
   * in.
   */
  readonly foreign?: readonly NamedSignature[];
  /** The size of a quorum. */
  readonly quorum: number;
  /** A signer that is no validator. */
  readonly stranger: Signer;
}

/** Creates a certificate that no node may accept. */
export function flawedCertificate(
  flaw: CertificateFlaw,
  { envelope, signatures, foreign = [], quorum, stranger }: FlawedCertificateParts,
): TransactionCertificate {
  const lacking = Math.max(quorum - signatures.length, 1);
  switch (flaw) {
    case 'too-few':
      return { envelope, signatures };
    case 'duplicate':
      return { envelope, signatures: [...signatures, ...repeated(signatures, lacking)] };
    case 'unsigned': {
      const { signingBytes } = factsOf(envelope.transaction);
      const signature = { kind: 'Signature', signature: stranger.sign(signingBytes) } as const;
      return { envelope: { ...envelope, signature }, signatures };
    }
    case 'verifiers-dropped': {
      // Validators sign the form without the verifiers' signatures (rule V10).
      const { signingForm: transaction } = factsOf(envelope.transaction);
      return { envelope: { ...envelope, transaction }, signatures };
    }
    case 'mixed':
      return { envelope, signatures: [...signatures, ...repeated(foreign, lacking)] };
    case 'surplus':
      return { envelope, signatures: [...signatures, ...repeated(foreign, 1)] };
    case 'stranger': {
      const { signingBytes } = factsOf(envelope.transaction);
      const own: NamedSignature = [stranger.address, stranger.sign(signingBytes)];
      return { envelope, signatures: [...signatures, own, ...repeated([own], lacking - 1)] };
    }
  }
}

function repeated(signatures: readonly NamedSignature[], count: number): readonly NamedSignature[] {
  return Array.from({ length: count }, (_, index) => signatures[index % signatures.length]).flatMap(
    (signature) => (signature === undefined ? [] : [signature]),
  );
}
