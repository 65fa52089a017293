import type { NetworkId, Operation, VersionedTransaction } from '@quorate/protocol';
import type { Manner } from '../scenario/manner.ts';
import type { OperationStep, TransactionStep } from '../scenario/step.ts';
import type { VirtualClock } from '../virtual-clock.ts';
import { type Standing, writeTransaction } from './intents.ts';
import type { Labels } from './labels.ts';
import { operationsOf } from './operations.ts';
import type { Parties } from './parties.ts';

/** What of a step its transaction says. */
export type Wanted = Pick<TransactionStep, 'operations' | keyof Manner>;

/** Where and of when a transaction is. */
export type Place = Pick<Standing, 'nonce' | 'timestampNanos'>;

/** Turns the steps of a scenario into what the ledger knows. */
export interface Writer {
  /** Gives the operations of an account's next transaction. */
  operations(steps: readonly OperationStep[], account: string): readonly Operation[];
  /** Gives a transaction of an account: its next one, of this moment, unless it is said where it stands. */
  transaction(wanted: Wanted, account: string, place?: Partial<Place>): VersionedTransaction;
}

/** What a writer looks up. */
export interface WriterOptions {
  readonly clock: Pick<VirtualClock, 'now'>;
  readonly parties: Parties;
  readonly labels: Labels;
  readonly networkId: NetworkId;
  /** The nonce that a client or account will use next. */
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
