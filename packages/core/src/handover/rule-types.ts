import type { Address, SnapshotEntry, TransactionEnvelope } from '@quorate/protocol';
import type { NodeName } from '../effect.ts';
import type { CountingEnv } from '../genesis.ts';
import type { Ledger, Lock } from '../ledger/ledger.ts';
import type { ValidatorState } from '../validator/state.ts';
import type { LatePush, Push } from './handover.ts';
import type { Keyring } from './keyring.ts';

/**
 * The rules of the handover from one committee to the next, one entry each (rules C4 to C6, C9).
 */
export interface HandoverRules {
  /** C4: whether a validator gives no new signature. */
  readonly isFrozen: (state: Pick<ValidatorState, 'status' | 'handover'>) => boolean;
  /** C4: which nodes are told of the change that began an epoch. */
  readonly announcedTo: (
    state: Pick<ValidatorState, 'committees'>,
    push: Push,
    keys: Keyring,
  ) => readonly NodeName[];
  /** C4: which nodes are sent a certificate that settled too late for the snapshot. */
  readonly latePushedTo: (
    state: Pick<ValidatorState, 'committees'>,
    push: LatePush,
    keys: Keyring,
  ) => readonly NodeName[];
  /** C5: the envelopes that a snapshot shows of a lock. */
  readonly shows: (lock: Lock | undefined) => readonly TransactionEnvelope[];
  /** C5: whether the certificates behind the nonce in an entry have settled here. */
  readonly isBacked: (entry: SnapshotEntry, ledger: Ledger) => boolean;
  /** C5: which of the envelopes in an entry count at a nonce of its account. */
  readonly countsAt: (
    entry: SnapshotEntry,
    nonce: bigint,
    env: CountingEnv,
  ) => readonly TransactionEnvelope[];
  /**
   * C6: how many snapshots of a committee of this size must be merged before anything is signed in
   * the next epoch; the operator's own is one of them if it was a member.
   */
  readonly snapshots: (size: number, wasMember: boolean) => number;
  /** C6: which envelopes of the own lock count beside those that others show. */
  readonly ownCounts: (
    lock: Lock | undefined,
    shown: readonly TransactionEnvelope[],
  ) => readonly TransactionEnvelope[];
  /** C6: the lock that follows from the envelopes that count. */
  readonly lockOn: (envelopes: readonly TransactionEnvelope[]) => Lock | undefined;
  /** C9: whether a validator key is no longer needed, so that it must be destroyed. */
  readonly isSpent: (state: ValidatorState, key: Address) => boolean;
}
