import type { ValidatorState } from '@quorate/core';
import type { RejectionCode, TransactionFacts } from '@quorate/protocol';
import type { OracleContext } from '../oracle.ts';
import type { Paper } from './paper.ts';

/** A transaction, and the state of the validator that judges it. */
export interface Standing {
  readonly facts: TransactionFacts;
  readonly verifier: OracleContext['verifier'];
  readonly state: Pick<ValidatorState, 'ledger' | 'committees'>;
}

/** The position of an operation in its transaction. */
export interface Place extends Standing {
  readonly paper: Paper;
  readonly index: number;
}

/** The code with which an operation must be refused; undefined if it is admissible. */
export type Opinion = RejectionCode | undefined;
