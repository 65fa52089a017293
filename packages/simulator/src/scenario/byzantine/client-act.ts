import type { Act, CertificateFlaw } from './act.ts';

/** One thing that a Byzantine client does, bypassing its own client software. */
export type ClientAct = Act & ClientDeed;

/** What a Byzantine client may do; shape: docs/scenarios.md, `byzantine`. */
export type ClientDeed =
  | Equivocate
  | NonceAbuse
  | BadEncoding
  | IncompleteCertificate
  | LeakedKeys
  | Inadmissible
  | ForgedShare;

/**
 * Signs several payments for one nonce and hands each to other validators. Each payment that
 * collects a quorum of signatures is certified and delivered.
 */
export interface Equivocate {
  readonly act: 'equivocate';
  /** At least two. */
  readonly rivals: readonly Rival[];
  /** Undefined means the next nonce of the client. */
  readonly nonce: bigint | undefined;
  /**
   * After this time, in nanoseconds, every rival also goes to all other validators; undefined means
   * never.
   */
  readonly crossAfter: bigint | undefined;
}

/** One of the payments for one nonce. */
export interface Rival extends Payment {
  /** The validators that are asked to sign it first. */
  readonly validators: readonly string[];
  /** The validators that get its certificate; undefined means all. */
  readonly deliver: readonly string[] | undefined;
}

/** A payment of native tokens, in least units. */
export interface Payment {
  readonly to: string;
  readonly amount: bigint;
}

/**
 * Signs a payment at a nonce that is not due: one too high (`gap`), one already settled (`reuse`),
 * or the largest (`huge`).
 */
export interface NonceAbuse extends Payment, Targeted {
  readonly act: 'nonce-abuse';
  readonly kind: 'gap' | 'reuse' | 'huge';
}

/** Sends a payment in bytes that every receiver must refuse. */
export interface BadEncoding extends Payment, Targeted {
  readonly act: 'bad-encoding';
  readonly kind: EncodingFault;
}

/** The receivers: validators and proxies; undefined means all of them. */
export interface Targeted {
  readonly targets: readonly string[] | undefined;
}

/** What is wrong with the bytes of a transaction or of its signature. */
export type EncodingFault =
  | 'trailing-bytes'
  | 'truncated'
  | 'padded-length'
  | 'unknown-release'
  | 'unknown-signature-kind'
  | 'wrong-network'
  | 'wrong-key'
  | 'small-order-key'
  | 'malleable-s';

/**
 * Certifies a payment with leaked keys of an epoch that has ended, which should have been
 * destroyed. Its nonce is the next one of the client or the last used one. With `mixed`, a single
 * leaked key provides one signature of the quorum, and the current committee the others (C8, C9).
 */
export interface LeakedKeys extends Payment, Targeted {
  readonly act: 'leaked-keys';
  readonly epoch: number;
  /** Whether it is a rival of the last payment that the client sent (S2). */
  readonly reuse: boolean;
  /** Whether one leaked key stands among signatures of the current committee. */
  readonly mixed: boolean;
}

/** Collects signatures for a payment at its next nonce and delivers a certificate with a flaw. */
export interface IncompleteCertificate extends Payment, Targeted {
  readonly act: 'incomplete-certificate';
  readonly flaw: CertificateFlaw;
}

/**
 * Signs a transaction that no validator may sign, and delivers its certificate if a quorum signs it
 * nevertheless.
 */
export interface Inadmissible extends Targeted {
  readonly act: 'inadmissible';
  readonly kind: InadmissibleKind;
}

/**
 * Submits what of a multisig account lacks signatures with one in another member's name that is
 * none (P9).
 */
export interface ForgedShare {
  readonly act: 'forged-share';
  readonly of: string;
}

/**
 * What is wrong with a transaction whose bytes are well formed: it exceeds a limit (V1), its
 * account has not signed it (V3), or it says something that is forbidden, such as a claim that no
 * verifier signed (V6).
 */
export type InadmissibleKind =
  | LimitKind
  | 'repeated-mint'
  | 'no-operation'
  | 'foreign-terms'
  | 'greedy-terms'
  | 'burnt-admin'
  | 'second-claim'
  | 'small-order-sender'
  | 'foreign-sender'
  | 'multisig-too-few'
  | 'multisig-duplicate'
  | 'multisig-stranger'
  | 'multisig-forged'
  | 'multisig-surplus-forged'
  | 'multisig-foreign-account'
  | 'multisig-no-quorum'
  | 'multisig-repeated'
  | 'multisig-too-many'
  | 'verifiers-too-few'
  | 'verifier-duplicate'
  | 'verifier-stranger'
  | 'verifier-forged'
  | 'verifier-surplus-forged';

/** The limit that an operation exceeds (rule V1). */
export type LimitKind =
  | 'too-many-operations'
  | 'long-name'
  | 'long-new-name'
  | 'empty-new-name'
  | 'control-in-name'
  | 'too-many-mints'
  | 'too-many-mint-changes'
  | 'too-many-verifiers'
  | 'long-claim'
  | 'long-host'
  | 'long-description';
