import type { Signer } from '@quorate/crypto';
import type {
  NamedSignature,
  TransactionCertificate,
  TransactionEnvelope,
} from '@quorate/protocol';
import { factsOf } from '@quorate/protocol';
import type { CertificateFlaw } from '../scenario/byzantine/act.ts';

/** What a flawed certificate is made of. */
export interface FlawedCertificateParts {
  readonly envelope: TransactionEnvelope;
  /** True signatures of distinct validators: a quorum where not theirs are wrong, else fewer. */
  readonly signatures: readonly NamedSignature[];
  /** True signatures of other validators for another transaction; used where these are put among the rest. */
  readonly foreign?: readonly NamedSignature[];
  /** How many signatures would make a quorum. */
  readonly quorum: number;
  /** Who signs without being a validator. */
  readonly stranger: Signer;
}

/** Makes a certificate that nobody may take: too few stand behind it. */
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
      // What validators sign is without them (rule V10).
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
