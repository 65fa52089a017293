import type { Act } from './act.ts';
import type { CertificateFlaw, EncodingFault, InadmissibleKind } from './words.ts';

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
