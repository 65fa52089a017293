import type { Act, CertificateFlaw } from './act.ts';

/** One thing that a Byzantine client does, past its own client software. */
export type ClientAct = Act & ClientDeed;

/** What a Byzantine client may do; shape: docs/scenarios.md, `byzantine`. */
export type ClientDeed =
  | Equivocate
  | NonceAbuse
  | BadEncoding
  | IncompleteCertificate
  | LeakedKeys
  | Inadmissible;

/**
 * Signs several payments for one nonce and hands each to validators of its own; whichever collects
 * a quorum of signatures is certified and delivered.
 */
export interface Equivocate {
  readonly act: 'equivocate';
  /** At least two. */
  readonly rivals: readonly Rival[];
  /** Undefined is the client's next. */
  readonly nonce: bigint | undefined;
  /** After how long every rival goes to all other validators too, in nanoseconds; else never. */
  readonly crossAfter: bigint | undefined;
}

/** One of the payments for one nonce. */
export interface Rival extends Payment {
  /** Who is asked to sign it first. */
  readonly validators: readonly string[];
  /** Who gets its certificate; undefined is every validator. */
  readonly deliver: readonly string[] | undefined;
}

/** Native tokens for somebody, in least units. */
export interface Payment {
  readonly to: string;
  readonly amount: bigint;
}

/** Signs a payment at a nonce that is not due: one ahead, one that is settled, the largest. */
export interface NonceAbuse extends Payment, Targeted {
  readonly act: 'nonce-abuse';
  readonly kind: 'gap' | 'reuse' | 'huge';
}

/** Sends a payment in bytes that nobody may take. */
export interface BadEncoding extends Payment, Targeted {
  readonly act: 'bad-encoding';
  readonly kind: EncodingFault;
}

/** Where something is sent: validators and proxies; undefined is all of them. */
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
 * Certifies a payment at its next nonce, or at the last that it has used, with keys of an epoch that has
 * ended, which should have been destroyed and have leaked; or with one of them for the signature that the
 * current committee lacks for a quorum (C8, C9).
 */
export interface LeakedKeys extends Payment, Targeted {
  readonly act: 'leaked-keys';
  readonly epoch: number;
  /** Whether it is a rival of what the client sent last (S2). */
  readonly reuse: boolean;
  /** Whether one key stands among signatures of the current committee. */
  readonly mixed: boolean;
}

/** Collects signatures of a payment at its next nonce and delivers a certificate with a flaw. */
export interface IncompleteCertificate extends Payment, Targeted {
  readonly act: 'incomplete-certificate';
  readonly flaw: CertificateFlaw;
}

/** Signs what no validator may sign, and has it settled should a quorum sign it all the same. */
export interface Inadmissible extends Targeted {
  readonly act: 'inadmissible';
  readonly kind: InadmissibleKind;
}

/**
 * What is wrong with a transaction whose bytes are not: it exceeds a limit (V1), its account has not
 * signed it (V3), or it says what may not be said, such as a claim that nobody vouches for (V6).
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

/** Which limit an operation exceeds (rule V1). */
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
