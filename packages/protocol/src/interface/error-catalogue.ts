import { formatAddress } from '../address.ts';
import { DecodeError } from '../decode-error.ts';
import type { JsonDialect, JsonObject, JsonValue } from '../json/json.ts';
import type { Address } from '../primitives.ts';
import { envelopeToJson, type TransactionEnvelope } from '../transaction/envelope.ts';
import type {
  MintRemoved,
  MissingDependency,
  PrunedCertificate,
  Rejection,
  RejectionCode,
  ValidatorRefusal,
} from './rejection.ts';

/** The rejections of one code. */
export type RejectionOf<C extends RejectionCode> = Extract<Rejection, { readonly code: C }>;

/** The HTTP status of each REST error code that a refusal can have. Source: facts.md 6.4. */
export const REST_STATUS = {
  INVALID_REQUEST: 400,
  VERIFIER_SIGNATURES_INVALID: 400,
  CERTIFICATE_PRUNED: 404,
  UNEXPECTED_NONCE: 409,
  UPSTREAM_ERROR: 502,
  SERVICE_UNAVAILABLE: 503,
  QUORUM_UNREACHABLE: 503,
} as const;

/** How a refusal is reported, and what to do about it. */
export interface ErrorEntry<C extends RejectionCode> {
  /** The error code in JSON-RPC. */
  readonly rpc: -32602 | -32000;
  readonly rest: keyof typeof REST_STATUS;
  /** Another REST error code, and in which cases it replaces `rest`. */
  readonly restElsewhere?: { readonly rest: keyof typeof REST_STATUS; readonly where: string };
  /** One sentence for each rule that can refuse with this code. */
  readonly meaning: { readonly [R in RejectionOf<C>['rule']]: string };
  /** Whether the same signed bytes can succeed later. */
  readonly retry: 'yes' | 'no' | 'depends';
  /** What the caller should do. */
  readonly remedy: string;
  /** The text of the error. Older wallets search it for the words `nonce` and `insufficient`. */
  readonly message: (rejection: RejectionOf<C>) => string;
  /** The facts, under their JSON names; integers are JSON numbers of any size. */
  readonly details: {
    readonly [field: string]: (rejection: RejectionOf<C>, dialect: JsonDialect) => JsonValue;
  };
}

/** One entry for each code. A new code does not compile without an entry. */
export type ErrorCatalogue = { readonly [C in RejectionCode]: ErrorEntry<C> };

/**
 * Describes every refusal of the ledger: the one source of the errors of JSON-RPC and REST, and of
 * `docs/errors.md`.
 *
 * On either interface, most refusals by validators share one code, because published clients know
 * no others. The names of the details are those of the published validator errors (facts.md 6.4).
 */
export const ERROR_CATALOGUE: ErrorCatalogue = {
  InvalidRequest: {
    rpc: -32602,
    rest: 'INVALID_REQUEST',
    meaning: { V1: 'The bytes are not in their one canonical form, or a limit is exceeded.' },
    retry: 'no',
    remedy: 'Correct the field that the reason names, and sign again.',
    message: ({ reason }) => `request error: ${reason}`,
    details: { reason: ({ reason }) => reason },
  },
  NonSubmittableOperation: {
    rpc: -32000,
    rest: 'UPSTREAM_ERROR',
    restElsewhere: {
      rest: 'VERIFIER_SIGNATURES_INVALID',
      where:
        'a signature in an external claim is of nobody in its verifier committee, of somebody who ' +
        'signed before, or not valid',
    },
    meaning: {
      V2: 'The transaction is for another network.',
      V6: 'An operation is not allowed as the ledger stands: wrong role, wrong state, wrong value.',
      V7: 'Fees cannot be paid in the token that the transaction names.',
      P5: 'Validators would admit the operation; the proxy refuses what could only be in vain.',
    },
    retry: 'depends',
    remedy: 'Correct the operation at `operation_index`, or wait for the state that it asks for.',
    message: ({ reason }) => reason,
    details: {
      reason: ({ reason }) => reason,
      operation_index: ({ operationIndex }) => operationIndex ?? null,
    },
  },
  InvalidSignature: {
    rpc: -32000,
    rest: 'UPSTREAM_ERROR',
    meaning: {
      V3: 'The sender’s signature, or one of a multisig account’s, is not valid.',
      S1: 'A certificate holds a sender’s or verifier’s signature that is not valid.',
    },
    retry: 'no',
    remedy: 'Sign the signing form of the transaction, its domain first, under the sender’s key.',
    message: ({ reason }) => `invalid signature: ${reason}`,
    details: { error: ({ reason }) => reason },
  },
  EpochEnding: {
    rpc: -32000,
    rest: 'SERVICE_UNAVAILABLE',
    meaning: { V4: 'The committee is being replaced; the validator signs nothing new meanwhile.' },
    retry: 'yes',
    remedy: 'Send the same bytes again once the next committee serves.',
    message: ({ epoch }) => `epoch ${epoch} is ending`,
    details: { epoch: ({ epoch }) => epoch },
  },
  PreviousTransactionMustBeConfirmedFirst: {
    rpc: -32000,
    rest: 'UPSTREAM_ERROR',
    meaning: { V4: 'The account is locked on another transaction that has not settled.' },
    retry: 'depends',
    remedy: 'Finish the transaction that the account is locked on, then send your next one.',
    message: () => 'the previous transaction must be confirmed first',
    details: {
      pending_confirmation: ({ pending }, dialect) => envelopeJson(pending[0], dialect),
      rival_confirmation: ({ pending }, dialect) => envelopeJson(pending[1], dialect),
    },
  },
  UnexpectedNonce: {
    rpc: -32000,
    rest: 'UNEXPECTED_NONCE',
    meaning: { V5: 'The nonce is not the account’s next.' },
    retry: 'depends',
    remedy:
      'Above: deliver your earlier transactions first. Below: look up what settled at that nonce ' +
      'before you sign a new transaction at `expected_nonce`.',
    message: ({ nonce, expectedNonce }) => `expected nonce is ${expectedNonce} but tx has ${nonce}`,
    details: {
      tx_nonce: ({ nonce }) => nonce,
      expected_nonce: ({ expectedNonce }) => expectedNonce,
    },
  },
  InsufficientFunding: {
    rpc: -32000,
    rest: 'UPSTREAM_ERROR',
    meaning: {
      V6: 'The sender holds less of a token than an operation takes.',
      V7: 'What is left after the operations does not cover the fee.',
    },
    retry: 'yes',
    remedy: 'Fund the sender, then send the same bytes again; or sign a smaller amount.',
    message: ({ currentBalance, required }) =>
      `insufficient funding: the balance is ${currentBalance}, ${required} is required`,
    details: {
      current_balance: ({ currentBalance }) => currentBalance,
      required: ({ required }) => required,
      token_id: ({ tokenId }) => tokenId,
      operation_index: ({ operationIndex }) => operationIndex ?? null,
    },
  },
  MissingDependency: {
    rpc: -32000,
    rest: 'UPSTREAM_ERROR',
    meaning: {
      V6: 'An operation builds on something that has not settled here yet.',
      S4: 'A certificate builds on something that has not settled here yet.',
    },
    retry: 'yes',
    remedy: 'Deliver the certificates of what is missing, then send the same bytes again.',
    message: ({ missing }) => `missing ${missing.map(dependencyText).join(', ')}`,
    details: { missing: ({ missing }) => missing.map(missingJson) },
  },
  InvalidCertificate: {
    rpc: -32000,
    rest: 'UPSTREAM_ERROR',
    meaning: {
      S1: 'A certificate is not signed by a quorum of one committee known here.',
      C8: 'A certificate of an ended epoch is for a transaction that nobody had locked at its end.',
    },
    retry: 'depends',
    remedy:
      'If its committee is later than `epoch`, deliver the changes of committee first; otherwise ' +
      'the certificate is worth nothing.',
    message: ({ reason }) => `invalid certificate: ${reason}`,
    details: { reason: ({ reason }) => reason, epoch: ({ epoch }) => epoch },
  },
  ConflictingCertificate: {
    rpc: -32000,
    rest: 'UPSTREAM_ERROR',
    meaning: {
      S2: 'Another transaction has settled at this nonce: too many validators are faulty.',
    },
    retry: 'no',
    remedy: 'Keep both certificates: together they prove who signed twice.',
    message: ({ settled, conflicting }) =>
      `transaction ${settled} has settled where ${conflicting} is certified`,
    details: {
      settled: ({ settled }) => settled,
      conflicting: ({ conflicting }) => conflicting,
    },
  },
  MissingEarlierConfirmations: {
    rpc: -32000,
    rest: 'UPSTREAM_ERROR',
    meaning: { S3: 'A certificate comes before those of the sender’s earlier nonces.' },
    retry: 'yes',
    remedy: 'Deliver the sender’s certificates from `current_nonce` on, in order.',
    message: ({ currentNonce }) =>
      `missing earlier confirmations: the next nonce to settle is ${currentNonce}`,
    details: { current_nonce: ({ currentNonce }) => currentNonce },
  },
  CertificateTooYoung: {
    rpc: -32000,
    rest: 'SERVICE_UNAVAILABLE',
    meaning: { C2: 'A request to join or leave comes too soon after the epoch began.' },
    retry: 'yes',
    remedy: 'Deliver the same certificate after `resend_after_nanos` nanoseconds.',
    message: ({ resendAfterNanos }) =>
      `the certificate is too young: send it again after ${resendAfterNanos} nanoseconds`,
    details: { resend_after_nanos: ({ resendAfterNanos }) => resendAfterNanos },
  },
  CertificatePruned: {
    rpc: -32000,
    rest: 'CERTIFICATE_PRUNED',
    meaning: {
      P7: 'The transaction has settled; its certificate is older than validators here keep it.',
    },
    retry: 'no',
    remedy:
      'Nothing has to be done again: the nonce is used and the effect stands. Ask a validator that ' +
      'prunes nothing for the certificate, or look in a copy of your own. `settled_at_nanos` and `hash` ' +
      'are the word of one validator; `hash` recognises the certificate that it kept.',
    message: ({ pruned }) => prunedText(pruned),
    details: { pruned: ({ pruned }) => pruned.map(prunedJson) },
  },
  QuorumUnreachable: {
    rpc: -32000,
    rest: 'SERVICE_UNAVAILABLE',
    restElsewhere: {
      rest: 'QUORUM_UNREACHABLE',
      where:
        'it answers a submission: published clients take the other code for a service that took ' +
        'nothing in, and sign anew at the nonce',
    },
    meaning: {
      P8:
        'Too few validators signed or settled within the deadline. Where `mint_removed` is set, the ' +
        'admin removed the sender from the mints before a quorum had signed the mint. `silent` names ' +
        'the validators that have neither refused nor done what was asked, `pruned` certificates that a ' +
        'validator lacks and that those who have settled them have pruned.',
    },
    retry: 'yes',
    remedy:
      'Send the same bytes again. While `unsettled` is true, never sign another transaction at ' +
      'this nonce: the first may still settle. A mint that met its removal settles once the admin ' +
      'adds the sender to the mints again.',
    message: ({ reason, refusals, silent }) =>
      [`the quorum is unreachable: ${reason}`, ...refusalsOf(refusals), ...silenceOf(silent)].join(
        '; ',
      ),
    details: {
      reason: ({ reason }) => reason,
      unsettled: ({ unsettled }) => unsettled,
      refusals: ({ refusals }, dialect) => refusals.map((refusal) => refusalJson(refusal, dialect)),
      silent: ({ silent }) => silent.map((validator) => readable(() => formatAddress(validator))),
      mint_removed: ({ mintRemoved }) => mintRemovedJson(mintRemoved),
      pruned: ({ pruned = [] }) => pruned.map(prunedJson),
    },
  },
};

/** Gives the entry of a rejection's code. */
export function errorEntry({ code }: Rejection): ErrorEntry<RejectionCode> {
  // The catalogue pairs each code with its own entry, which the type system cannot see here.
  return ERROR_CATALOGUE[code] as unknown as ErrorEntry<RejectionCode>;
}

/** Writes the facts of a rejection as JSON, under their names in the catalogue. */
export function rejectionDetails(rejection: Rejection, dialect: JsonDialect): JsonObject {
  const { details } = errorEntry(rejection);
  return Object.fromEntries(
    Object.entries(details).map(([field, read]) => [field, read(rejection, dialect)]),
  );
}

const UPDATE_ID = /^(?<token>[0-9a-f]{64})\/0*(?<update>\d+)$/;

// The hint is for clients that number updates from 1: they wait for an update that nobody will ever
// make.
function dependencyText({ kind, id }: MissingDependency): string {
  const { token, update } = UPDATE_ID.exec(id)?.groups ?? {};
  return kind === 'TokenUpdate' && token !== undefined
    ? `${kind} ${update} of ${token} (update ids count from 0)`
    : `${kind} ${id}`;
}

function missingJson({ kind, id, sender, nonce }: MissingDependency): JsonValue {
  const origin = sender === undefined ? null : readable(() => formatAddress(sender));
  return { kind, id, sender: origin, nonce: nonce ?? null };
}

function mintRemovedJson(removed: MintRemoved | undefined): JsonValue {
  if (removed === undefined) return null;
  const { tokenId, admin, nonce, updateId } = removed;
  return { token_id: tokenId, admin: formatAddress(admin), nonce, update_id: updateId };
}

function prunedText([first, ...others]: readonly PrunedCertificate[]): string {
  const more = others.length === 0 ? '' : ` and ${others.length} more`;
  return `pruned: the certificate of ${first?.transactionId}${more}`;
}

function prunedJson(pruned: PrunedCertificate): JsonValue {
  const { sender, nonce, transactionId, settledAt, hash } = pruned;
  return {
    sender: readable(() => formatAddress(sender)),
    nonce,
    transaction_id: transactionId,
    settled_at_nanos: settledAt,
    hash,
  };
}

// A validator may lie in the words of its refusal, but not in the code.
function refusalsOf(refusals: readonly ValidatorRefusal[]): readonly string[] {
  const { length } = refusals;
  const codes = [...new Set(refusals.map(({ rejection }) => rejection.code))].join(', ');
  return length === 0
    ? []
    : [`${length} ${length === 1 ? 'validator refuses' : 'validators refuse'} it: ${codes}`];
}

function silenceOf({ length }: readonly Address[]): readonly string[] {
  return length === 0
    ? []
    : [`${length} ${length === 1 ? 'validator has' : 'validators have'} not answered`];
}

function refusalJson({ validator, rejection }: ValidatorRefusal, dialect: JsonDialect): JsonValue {
  return {
    validator: readable(() => formatAddress(validator)),
    error: { [rejection.code]: rejectionDetails(rejection, dialect) },
  };
}

function envelopeJson(envelope: TransactionEnvelope | undefined, dialect: JsonDialect): JsonValue {
  return envelope === undefined ? null : readable(() => envelopeToJson(envelope, dialect));
}

// A faulty validator may name something that has no form in JSON; the rest of its refusal is still
// useful.
function readable(write: () => JsonValue): JsonValue {
  try {
    return write();
  } catch (error) {
    if (error instanceof DecodeError) return null;
    throw error;
  }
}
