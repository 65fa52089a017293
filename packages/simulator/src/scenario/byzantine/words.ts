import { FALSE_REFUSALS, REQUEST_KINDS } from '@quorate/byzantine';

// The words of the keys of acts. Draws choose among them by place, so a new word comes last.

/**
 * The kinds of messages that pass a proxy: submissions of clients, its requests to validators, its
 * answers to clients.
 */
export const TRAFFIC_KINDS = ['submit', ...REQUEST_KINDS, 'answer'] as const;
/** What a message is to a proxy. */
export type TrafficKind = (typeof TRAFFIC_KINDS)[number];

/** What a validator key must never be: a sender, a multisig signer or a verifier (rule V3). */
export const FORBIDDEN_ROLES = ['sender', 'signer', 'verifier'] as const;
/** What a key is that signs as no validator may. */
export type ForbiddenRole = (typeof FORBIDDEN_ROLES)[number];

/**
 * What is wrong with a false change: other members under the genuine signatures (`members`), or a
 * certificate that repeats the liar's own signature over a change that only the liar's operator has
 * signed (`certificate`).
 */
export const CHANGE_FORGERIES = ['members', 'certificate'] as const;

/**
 * What false snapshots show that contradict themselves, or that no validator can accept as they
 * are:
 * - `other-page`: a nonce that the account has not reached, on a page that the root, a genuine one,
 *   does not name;
 * - `out-of-order`: the truth, but with the accounts of each page in reverse order;
 * - `repeated`: the truth, and the last account once more on a page of its own;
 * - `three-rivals`: three payments that the client, who is in league, has signed;
 * - `half-forged`: one such payment in contest with one that the client has not signed;
 * - `other-change`: the truth, but under another change;
 * - `other-epoch`: the truth, but as what was held at the end of another epoch;
 * - `other-network`: a payment for another network, which the client, who is in league, has signed;
 * - `other-nonce`: such a payment for this network, at a nonce beyond the next one.
 */
export const SNAPSHOT_FLAWS = [
  'other-page',
  'out-of-order',
  'repeated',
  'three-rivals',
  'half-forged',
  'other-change',
  'other-epoch',
  'other-network',
  'other-nonce',
] as const;

/**
 * What a false snapshot shows: a flaw, or
 * - `nothing`: no lock;
 * - `rival`: a payment that the client, who is in league, has signed;
 * - `forgery`: a payment that the client has not signed;
 * - `later-nonce`: a nonce that the account has not reached.
 */
export const SNAPSHOT_LIES = [
  'nothing',
  'rival',
  'forgery',
  'later-nonce',
  ...SNAPSHOT_FLAWS,
] as const;
/** What a false snapshot shows. */
export type SnapshotLie = (typeof SNAPSHOT_LIES)[number];

/** The refusals that a proxy can invent: one of a validator's, or that no quorum can be reached. */
export const PROXY_REFUSALS = [...FALSE_REFUSALS, 'QuorumUnreachable'] as const;
/** The code of a refusal that a proxy invents. */
export type ProxyRefusal = (typeof PROXY_REFUSALS)[number];

/**
 * What is wrong with a certificate that a proxy forges from a single signature: the others are
 * missing (`too-few`), copies of it (`duplicate`), or those of strangers (`stranger`).
 */
export const FORGED_FLAWS = ['too-few', 'duplicate', 'stranger'] as const;
/** The flaw of a certificate forged by a proxy. */
export type ForgedFlaw = (typeof FORGED_FLAWS)[number];

/**
 * What is wrong with the signatures of a certificate.
 *
 * One signature is missing for a quorum: `too-few`; and in its place stands a copy of another one
 * (`duplicate`), that of a stranger (`stranger`), or one for another transaction (`mixed`). Or
 * there is a quorum: with one more signature, for another transaction (`surplus`), with a
 * stranger's signature instead of the sender's (`unsigned`), or without those of the verifiers of
 * its claim (`verifiers-dropped`).
 */
export const CERTIFICATE_FLAWS = [
  ...FORGED_FLAWS,
  'mixed',
  'surplus',
  'unsigned',
  'verifiers-dropped',
] as const;
/** The flaw of a certificate. */
export type CertificateFlaw = (typeof CERTIFICATE_FLAWS)[number];

const RARE_LIMITS = [
  'long-new-name',
  'empty-new-name',
  'control-in-name',
  'too-many-mints',
  'too-many-mint-changes',
  'too-many-verifiers',
  'long-claim',
  'long-host',
  'long-description',
] as const;

const LIMIT_KINDS = ['too-many-operations', 'long-name', ...RARE_LIMITS] as const;
/** The limit that an operation exceeds (rule V1). */
export type LimitKind = (typeof LIMIT_KINDS)[number];

/** Exceeded limits that are drawn separately from all other flaws of a transaction. */
export const EXCEEDED_LIMITS = [...RARE_LIMITS, 'multisig-too-many'] as const;

/**
 * What is wrong with a transaction whose bytes are well formed: it exceeds a limit (V1), its
 * account has not signed it (V3), or it says something that is forbidden, such as a claim that no
 * verifier signed (V6).
 */
export const INADMISSIBLE_KINDS = [
  ...LIMIT_KINDS,
  'repeated-mint',
  'no-operation',
  'foreign-terms',
  'greedy-terms',
  'burnt-admin',
  'second-claim',
  'small-order-sender',
  'foreign-sender',
  'multisig-too-few',
  'multisig-duplicate',
  'multisig-stranger',
  'multisig-forged',
  'multisig-surplus-forged',
  'multisig-foreign-account',
  'multisig-no-quorum',
  'multisig-repeated',
  'multisig-too-many',
  'verifiers-too-few',
  'verifier-duplicate',
  'verifier-stranger',
  'verifier-forged',
  'verifier-surplus-forged',
] as const;
/** The flaw of a transaction. */
export type InadmissibleKind = (typeof INADMISSIBLE_KINDS)[number];

/** What is wrong with the bytes of a transaction or of its signature. */
export const ENCODING_FAULTS = [
  'trailing-bytes',
  'truncated',
  'padded-length',
  'unknown-release',
  'unknown-signature-kind',
  'wrong-network',
  'wrong-key',
  'small-order-key',
  'malleable-s',
] as const;
/** The flaw of bytes. */
export type EncodingFault = (typeof ENCODING_FAULTS)[number];
