import type { NetworkId, Operation, VersionedTransaction } from '@quorate/protocol';
import type { Manner } from '../../scenario/steps/manner.ts';
import type { OperationStep, TransactionStep } from '../../scenario/steps/step.ts';
import type { VirtualClock } from '../../virtual-clock.ts';
import type { Parties } from '../parties.ts';
import { type Standing, writeTransaction } from './intents.ts';
import type { Labels } from './labels.ts';
import { operationsOf } from './operations.ts';

/** The part of a step that its transaction contains. */
export type Wanted = Pick<TransactionStep, 'operations' | keyof Manner>;

/** The nonce and the time of a transaction. */
export type Place = Pick<Standing, 'nonce' | 'timestampNanos'>;

/** Turns the steps of a scenario into operations and transactions. */
export interface Writer {
  /** Gives the operations of an account's next transaction. */
  operations(steps: readonly OperationStep[], account: string): readonly Operation[];
  /**
   * Gives a transaction of an account: its next one, with the current time, unless a place is
   * given.
   */
  transaction(wanted: Wanted, account: string, place?: Partial<Place>): VersionedTransaction;
}

/** What a writer looks up. */
export interface WriterOptions {
  readonly clock: Pick<VirtualClock, 'now'>;
  readonly parties: Parties;
  readonly labels: Labels;
  readonly networkId: NetworkId;
  /** Gives the next nonce of a client or an account. */
  readonly nextNonce: (name: string) => bigint;
}

/** Creates the writer of a world. */
export function createWriter(options: WriterOptions): Writer {
  const { clock, parties, networkId, nextNonce } = options;
  return {
    operations(steps, account) {
      const sender = parties.signer(account).address;
      return operationsOf(steps, { sender, nonce: nextNonce(account) }, options);
    },
    transaction({ operations, ...manner }, account, place = {}) {
      const { nonce = nextNonce(account), timestampNanos = clock.now() } = place;
      const sender = parties.signer(account).address;
      const standing = { networkId, sender, nonce, timestampNanos, manner };
      return writeTransaction(operations, standing, options);
    },
  };
}
