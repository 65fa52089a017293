import type { ValidatorState } from '@quorate/core';
import type { RejectionCode, TransactionFacts } from '@quorate/protocol';
import type { OracleContext } from '../oracle.ts';
import type { Paper } from './paper.ts';

/** A transaction, and how whoever judges it stands. */
export interface Standing {
  readonly facts: TransactionFacts;
  readonly verifier: OracleContext['verifier'];
  readonly state: Pick<ValidatorState, 'ledger' | 'committees'>;
}

/** Where an operation stands. */
export interface Place extends Standing {
  readonly paper: Paper;
  readonly index: number;
}

/** What is to be answered to an operation: nothing where it is admissible. */
export type Opinion = RejectionCode | undefined;
