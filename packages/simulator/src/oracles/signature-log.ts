import type { Message, SubmitTransaction } from '@quorate/core';
import type {
  Address,
  NamedSignature,
  TransactionCertificate,
  TransactionFacts,
  TransactionId,
} from '@quorate/protocol';
import type { GivenSignature, OracleContext, ValidatorStep } from './oracle.ts';
import { readableFacts } from './readable-facts.ts';

/** Follows transactions, and the signatures that validators give to them, over the network. */
export interface SignatureLog {
  /** Takes note of what a step of a correct validator signs: its answer names only the id. */
  afterStep(step: ValidatorStep): void;
  /** Takes note of what a message carries; gives the signatures that have left with it first. */
  heard(from: string, message: Message): readonly GivenSignature[];
  /** Whether a quorum of one committee has signed a transaction. */
  isCertified(id: TransactionId): boolean;
}

/** What the log asks of the world. */
export type SignatureLogOptions = Pick<OracleContext, 'committees' | 'nameOf' | 'verifier'> & {
  readonly isCorrect: (name: string) => boolean;
  readonly isSeen?: (name: string) => boolean;
};

/**
 * Creates an empty log.
 *
 * What correct validators of the core answer is taken as it is. Any other signature counts once it verifies,
 * wherever it turns up: in an answer, or in a certificate that somebody hands about.
 */
export function createSignatureLog(options: SignatureLogOptions): SignatureLog {
  const { committees, nameOf, verifier, isCorrect, isSeen = () => true } = options;
  const transactions = new Map<TransactionId, TransactionFacts>();
  const signers = new Map<TransactionId, Set<Address>>();
  const seen = new WeakSet<object>();

  function note(envelope: SubmitTransaction['envelope']): void {
    if (seen.has(envelope)) return;
    seen.add(envelope);
    const facts = readableFacts(envelope);
    if (facts !== undefined) transactions.set(facts.id, facts);
  }

  function signed(
    [address, signature]: NamedSignature,
    facts: TransactionFacts,
    isTaken: boolean,
  ): readonly GivenSignature[] {
    const known = signers.get(facts.id) ?? new Set<Address>();
    if (committees.of(address).length === 0 || known.has(address)) return [];
    if (!isTaken && committees.isLeaked(address)) return [];
    if (!isTaken && !verifier.verify(address, facts.signingBytes, signature)) return [];
    signers.set(facts.id, known.add(address));
    const validator = nameOf(address);
    return [{ validator, isCorrect: isCorrect(validator), facts }];
  }

  function certified(certificate: TransactionCertificate): readonly GivenSignature[] {
    if (seen.has(certificate)) return [];
    seen.add(certificate);
    const facts = readableFacts(certificate.envelope);
    if (facts === undefined) return [];
    transactions.set(facts.id, facts);
    return certificate.signatures.flatMap((signature) => signed(signature, facts, false));
  }

  return {
    afterStep({ observation: { input, effects } }) {
      if (input.type !== 'Message' || input.message.type !== 'SubmitTransaction') return;
      const { envelope } = input.message;
      if (effects.some((effect) => effect.type === 'Reply' && effect.result.type === 'Signed')) {
        note(envelope);
      }
    },
    heard(from, message) {
      switch (message.type) {
        case 'SubmitTransaction':
          note(message.envelope);
          return [];
        case 'SubmitCertificate':
          return certified(message.certificate);
        case 'Response': {
          const { result } = message;
          if (result.type === 'Success') return certified(result.certificate);
          if (result.type === 'Certificates') return result.certificates.flatMap(certified);
          if (result.type !== 'Signed') return [];
          const facts = transactions.get(result.transactionId);
          if (facts === undefined) return [];
          const { validator, signature } = result;
          return signed(
            [validator, signature],
            facts,
            isCorrect(from) && isSeen(from) && nameOf(validator) === from,
          );
        }
        default:
          return [];
      }
    },
    isCertified(id) {
      const known = signers.get(id);
      return known !== undefined && committees.isQuorum(known);
    },
  };
}
