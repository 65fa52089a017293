import type { RawMoment } from '../faults/moment.ts';
import type { RawInteger } from '../raw-step.ts';
import type { ForgedShare, NonceAbuse } from './client-act.ts';
import type { StaleCommittee } from './proxy-act.ts';
import type { FalseChange } from './validator-act.ts';
import type {
  CertificateChoice,
  CertificateFlaw,
  EncodingFault,
  FalseRefusal,
  ForbiddenRole,
  ForgedFlaw,
  InadmissibleKind,
  LieSubject,
  ProxyRefusal,
  RecordLie,
  RequestKind,
  SnapshotLie,
  SubmissionRule,
  TrafficKind,
} from './words.ts';

/** A Byzantine node as the file states it. */
export interface RawByzantineParty {
  readonly id: string;
  readonly node: string;
  readonly acts: readonly RawByzantineAct[];
}

/** One act as the file states it. */
export type RawByzantineAct =
  | RawBendingAct
  | RawClientAct
  | RawTakeRole
  | RawPropose
  | Omit<StaleCommittee, 'moment'>;

/** An act that changes traffic, as the file states it. */
export type RawBendingAct = RawAct & {
  readonly only?: RawScope;
  readonly times?: number;
} & RawBendingDeed;

/** The act of a validator that takes a forbidden role, as the file states it. */
export interface RawTakeRole extends RawAct {
  readonly act: 'take-role';
  readonly role: ForbiddenRole;
}

/** The act in which the operator of a validator proposes a committee, as the file states it. */
export interface RawPropose extends RawAct {
  readonly act: 'propose';
  readonly members: readonly string[];
  readonly signers?: readonly string[];
  readonly quorum?: number;
}

/** An act of a client as the file states it. */
export type RawClientAct = RawAct & RawClientDeed;

/** The scope of an act as the file states it. */
export interface RawScope {
  readonly peers?: readonly string[];
  readonly senders?: readonly string[];
}

/** One of the payments for one nonce as the file states it. */
export interface RawRival extends RawPayment {
  readonly validators: readonly string[];
  readonly deliver?: readonly string[];
}

interface RawAct extends RawMoment {
  readonly id: string;
}

type RawBendingDeed =
  | {
      readonly act:
        | 'twin'
        | 'double-sign'
        | 'forge'
        | 'duplicate-signer'
        | 'ack-without-apply'
        | 'withhold-certificate';
    }
  | { readonly act: 'sign-invalid'; readonly rules?: readonly SubmissionRule[] }
  | { readonly act: 'collude'; readonly with: string }
  | { readonly act: 'withhold'; readonly kinds?: readonly RequestKind[] }
  | { readonly act: 'wrong-name'; readonly as: string }
  | { readonly act: 'stale-view'; readonly requests: number }
  | { readonly act: 'lie'; readonly about: LieSubject; readonly by: RawInteger }
  | { readonly act: 'selective-service'; readonly serves: RawScope }
  | {
      readonly act: 'false-snapshot';
      readonly of: string;
      readonly shows: SnapshotLie;
      readonly to?: string;
      readonly amount?: RawInteger;
    }
  | FalseChange
  | { readonly act: 'false-records'; readonly shows: RecordLie }
  | { readonly act: 'other-certificates'; readonly shows: CertificateChoice }
  | { readonly act: 'refuse'; readonly code: FalseRefusal }
  | { readonly act: 'drop'; readonly kinds?: readonly TrafficKind[] }
  | { readonly act: 'swap'; readonly what: 'answers' | 'signatures' }
  | { readonly act: 'forge-quorum'; readonly flaw: ForgedFlaw }
  | { readonly act: 'false-refusal'; readonly code: ProxyRefusal };

type RawClientDeed =
  | {
      readonly act: 'equivocate';
      readonly rivals: readonly RawRival[];
      readonly nonce?: RawInteger;
      readonly cross?: string;
    }
  | ({ readonly act: 'nonce-abuse'; readonly kind: NonceAbuse['kind'] } & RawTargetedPayment)
  | ({ readonly act: 'bad-encoding'; readonly kind: EncodingFault } & RawTargetedPayment)
  | {
      readonly act: 'inadmissible';
      readonly kind: InadmissibleKind;
      readonly targets?: readonly string[];
    }
  | ForgedShare
  | ({
      readonly act: 'leaked-keys';
      readonly epoch?: number;
      readonly reuse?: boolean;
      readonly mixed?: boolean;
    } & RawTargetedPayment)
  | ({
      readonly act: 'incomplete-certificate';
      readonly flaw: CertificateFlaw;
    } & RawTargetedPayment);

interface RawPayment {
  readonly to: string;
  readonly amount: RawInteger;
}

interface RawTargetedPayment extends RawPayment {
  readonly targets?: readonly string[];
}
