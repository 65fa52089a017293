import type { RawMoment } from '../faults/moment.ts';
import type { Raw, WithDefaults } from '../raw.ts';
import type { Act, Scope } from './act.ts';
import type { ClientDeed, Equivocate, LeakedKeys, Rival } from './client-act.ts';
import type { ProxyDeed, StaleCommittee } from './proxy-act.ts';
import type { Propose, TakeRole, ValidatorDeed } from './validator-act.ts';

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
  | (RawAct & Omit<TakeRole, keyof Act>)
  | (RawAct & WithDefaults<Raw<Omit<Propose, keyof Act>>, 'signers'>)
  | Omit<StaleCommittee, 'moment'>;

/** An act that changes traffic, as the file states it. */
export type RawBendingAct = RawAct & {
  readonly only?: RawScope;
  readonly times?: number;
} & RawBendingDeed;

/** An act of a client as the file states it. */
export type RawClientAct = RawAct & RawClientDeed;

/** The scope of an act as the file states it. */
export type RawScope = Raw<Scope>;

/** One of the payments for one nonce as the file states it. */
export type RawRival = Raw<Rival>;

interface RawAct extends RawMoment {
  readonly id: string;
}

type BendingDeed = ValidatorDeed | ProxyDeed;
type RawOf<A extends BendingDeed['act']> = Raw<Extract<BendingDeed, { readonly act: A }>>;

type RawBendingDeed =
  | RawOf<Exclude<BendingDeed['act'], 'sign-invalid' | 'withhold' | 'drop' | 'false-snapshot'>>
  | WithDefaults<RawOf<'sign-invalid'>, 'rules'>
  | WithDefaults<RawOf<'withhold'>, 'kinds'>
  | WithDefaults<RawOf<'drop'>, 'kinds'>
  | WithDefaults<RawOf<'false-snapshot'>, 'to' | 'amount'>;

type RawClientDeed =
  | Raw<Exclude<ClientDeed, Equivocate | LeakedKeys>>
  | (Raw<Omit<Equivocate, 'crossAfter'>> & { readonly cross?: string })
  | WithDefaults<Raw<LeakedKeys>, 'epoch' | 'reuse' | 'mixed'>;
