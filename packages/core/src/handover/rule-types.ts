import type { Address, SnapshotEntry, TransactionEnvelope } from '@quorate/protocol';
import type { NodeName } from '../effect.ts';
import type { CountingEnv } from '../genesis.ts';
import type { Ledger, Lock } from '../ledger/ledger.ts';
import type { ValidatorState } from '../validator/state.ts';
import type { LatePush, Push } from './handover.ts';
import type { Keyring } from './keyring.ts';

/** The rules by which one committee hands over to the next, one entry each (rules C4 to C6). */
export interface HandoverRules {
  /** C4: whether a validator gives no signature that it has not given before. */
  readonly isFrozen: (state: Pick<ValidatorState, 'status' | 'handover'>) => boolean;
  /** C4: who is told of a change that began an epoch. */
  readonly announcedTo: (
    state: Pick<ValidatorState, 'committees'>,
    push: Push,
    keys: Keyring,
  ) => readonly NodeName[];
  /** C4: who is sent what settled too late for a snapshot. */
  readonly latePushedTo: (
    state: Pick<ValidatorState, 'committees'>,
    push: LatePush,
    keys: Keyring,
  ) => readonly NodeName[];
  /** C5: what a snapshot shows of a lock. */
  readonly shows: (lock: Lock | undefined) => readonly TransactionEnvelope[];
  /** C5: whether the certificates behind what a snapshot claims of an account have settled. */
  readonly isBacked: (entry: SnapshotEntry, ledger: Ledger) => boolean;
  /** C5: which of the envelopes that are shown at a nonce of an account count. */
  readonly countsAt: (
    entry: SnapshotEntry,
    nonce: bigint,
    env: CountingEnv,
  ) => readonly TransactionEnvelope[];
  /**
   * C6: how many snapshots of a committee of this size are merged before anything is signed in the
   * next, the operator's own among them if it was a member.
   */
  readonly snapshots: (size: number, wasMember: boolean) => number;
  /** C6: what a member held itself counts beside what others show. */
  readonly ownCounts: (
    lock: Lock | undefined,
    shown: readonly TransactionEnvelope[],
  ) => readonly TransactionEnvelope[];
  /** C6: what is locked, given the envelopes that count at the nonce of an account. */
  readonly lockOn: (envelopes: readonly TransactionEnvelope[]) => Lock | undefined;
  /** C9: whether the key of a seat has served its purpose, so that it is to be destroyed. */
  readonly isSpent: (state: ValidatorState, key: Address) => boolean;
}
