import { type Message, type Result, readableFacts, type SubmitTransaction } from '@quorate/core';
import type {
  Address,
  NamedSignature,
  TransactionCertificate,
  TransactionFacts,
  TransactionId,
} from '@quorate/protocol';
import type { GivenSignature, OracleContext, ValidatorStep } from '../oracle.ts';

/** Follows transactions, and the signatures that validators give to them, over the network. */
export interface SignatureLog {
  /** Notes what a step of a correct validator signs, because its answer names only the id. */
  afterStep(step: ValidatorStep): void;
  /**
   * Notes what a message carries; gives the signatures that have left for the first time with it.
   */
  heard(from: string, message: Message): readonly GivenSignature[];
  /** Whether a quorum of one committee has signed a transaction. */
  isCertified(id: TransactionId): boolean;
}

/** What the log needs to know of the world. */
export type SignatureLogOptions = Pick<
  OracleContext,
  'committees' | 'nameOf' | 'verifier' | 'unseen'
> & {
  readonly isCorrect: (name: string) => boolean;
  readonly isSeen?: (name: string) => boolean;
};

/**
 * Creates an empty log.
 *
 * Answers of correct validators of the core are taken as they are. Any other signature counts once
 * it verifies, wherever it appears: in an answer, in a report of a lock, or in a certificate.
 */
export function createSignatureLog(options: SignatureLogOptions): SignatureLog {
  const { committees, nameOf, verifier, isCorrect, isSeen = () => true } = options;
  const { facts: transactions, under, note } = createSubmissions(options);
  const signers = new Map<TransactionId, Set<Address>>();
  const seen = new WeakSet<object>();

  function noteOnce(envelope: Envelope): void {
    if (seen.has(envelope)) return;
    seen.add(envelope);
    note(envelope);
  }

  function signed(
    [address, signature]: NamedSignature,
    facts: TransactionFacts,
    isTaken: boolean,
  ): GivenSignature | undefined {
    const known = signers.get(facts.id);
    if (known?.has(address) === true || committees.of(address).length === 0) return undefined;
    if (!isTaken && committees.isLeaked(address)) return undefined;
    if (!isTaken && !verifier.verify(address, facts.signingBytes, signature)) return undefined;
    if (known === undefined) signers.set(facts.id, new Set([address]));
    else known.add(address);
    const validator = nameOf(address);
    const submitted = under(facts.id);
    return { validator, isCorrect: isCorrect(validator), facts, submitted };
  }

  function shown(claim: TransactionCertificate | undefined): readonly GivenSignature[] {
    if (claim === undefined) return NONE;
    const facts = note(claim.envelope);
    if (facts === undefined) return NONE;
    const given: GivenSignature[] = [];
    for (const signature of claim.signatures) {
      const one = signed(signature, facts, false);
      if (one !== undefined) given.push(one);
    }
    return given;
  }

  function certified(certificate: TransactionCertificate): readonly GivenSignature[] {
    if (seen.has(certificate)) return NONE;
    seen.add(certificate);
    return shown(certificate);
  }

  function answered(from: string, { transactionId, validator, signature }: Signed) {
    const facts = transactions.get(transactionId);
    if (facts === undefined) return NONE;
    const isTaken = isCorrect(from) && isSeen(from) && nameOf(validator) === from;
    const given = signed([validator, signature], facts, isTaken);
    return given === undefined ? NONE : [given];
  }

  return {
    afterStep({ observation: { input, effects } }) {
      if (input.type !== 'Message' || input.message.type !== 'SubmitTransaction') return;
      const { envelope } = input.message;
      if (effects.some((effect) => effect.type === 'Reply' && effect.result.type === 'Signed')) {
        noteOnce(envelope);
      }
    },
    heard(from, message) {
      if (message.type === 'SubmitTransaction') noteOnce(message.envelope);
      if (message.type !== 'Response') return certificatesIn(message).flatMap(certified);
      const { result } = message;
      if (result.type === 'Signed') return answered(from, result);
      if (result.type === 'AccountInfo') return shown(heldIn(result));
      return certificatesOf(result).flatMap(certified);
    },
    isCertified(id) {
      const known = signers.get(id);
      return known !== undefined && committees.isQuorum(known);
    },
  };
}

const NONE: readonly never[] = [];

function certificatesIn(message: Message): readonly TransactionCertificate[] {
  switch (message.type) {
    case 'SubmitTransaction':
      return message.witnessCertificates ?? NONE;
    case 'SubmitCertificate':
    case 'AnnounceChange':
      return [message.certificate];
    default:
      return NONE;
  }
}

function certificatesOf(result: Result): readonly TransactionCertificate[] {
  if (result.type === 'Success') return [result.certificate];
  return result.type === 'Certificates' ? result.certificates : NONE;
}

/**
 * Gives the transaction on which an account is reported to be locked, with the reported signature.
 */
function heldIn({ pending }: Extract<Result, { readonly type: 'AccountInfo' }>) {
  if (pending?.kind !== 'pending' || pending.signature === undefined) return undefined;
  const { envelope, validator, signature } = pending;
  return { envelope, signatures: [[validator, signature]] } as const;
}

type Envelope = SubmitTransaction['envelope'];
type Signed = Extract<Result, { readonly type: 'Signed' }>;

const NOTHING: GivenSignature['submitted'] = new Set();

/**
 * Keeps what was submitted, by its id: the facts of everything, and the envelopes when
 * `GivenSignature` needs them.
 */
function createSubmissions({ unseen = [] }: SignatureLogOptions) {
  const facts = new Map<TransactionId, TransactionFacts>();
  const envelopes = new Map<TransactionId, Set<Envelope>>();

  function note(envelope: Envelope): TransactionFacts | undefined {
    const read = readableFacts(envelope);
    if (read === undefined) return undefined;
    facts.set(read.id, read);
    if (unseen.length === 0) return read;
    const known = envelopes.get(read.id) ?? new Set();
    envelopes.set(read.id, known.add(envelope));
    return read;
  }

  return { facts, note, under: (id: TransactionId) => envelopes.get(id) ?? NOTHING };
}
