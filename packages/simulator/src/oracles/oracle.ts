import type { Observation } from '@quorate/actors';
import type {
  Genesis,
  RecordChange,
  ValidatorMessage,
  ValidatorResume,
  ValidatorState,
} from '@quorate/core';
import type { Verifier } from '@quorate/crypto';
import type { Address, TransactionId } from '@quorate/protocol';

/** One step of a correct validator. */
export interface ValidatorStep {
  readonly validator: string;
  readonly observation: Observation<ValidatorState, ValidatorMessage, ValidatorResume>;
  /** What the step wrote to the records of the ledger. */
  readonly changes: readonly RecordChange[];
}

/** A signature that has left a correct validator, whether it arrives or not. */
export interface GivenSignature {
  readonly validator: string;
  readonly transactionId: TransactionId;
  readonly sender: Address;
  readonly nonce: bigint;
}

/** One correct validator at the end of a run. */
export interface ValidatorAtRest {
  readonly name: string;
  /** Its ledger as it is. */
  readonly state: ValidatorState;
  /** What its store would give it back after a crash now. */
  readonly stored: ValidatorState;
  /** What it holds once every certificate that any validator settled has reached it. */
  readonly delivered: ValidatorState;
}

/** Says what is wrong, and the facts that show it. */
export interface Finding {
  readonly message: string;
  readonly facts: Readonly<Record<string, string>>;
}

/** What every oracle may know of the world. */
export interface OracleContext {
  readonly genesis: Genesis;
  readonly nameOf: (address: Address) => string;
  /** The oracles' own: what the validators use may be what is wrong. */
  readonly verifier: Verifier;
}

/** Watches one invariant of the ledger document, section 10, by its name there. */
export interface Oracle {
  readonly name: string;
  readonly kind: 'safety' | 'liveness';
  /** Runs after every step of a correct validator; undefined finds nothing wrong. */
  readonly afterStep?: (step: ValidatorStep) => Finding | undefined;
  /** Runs when a signature has left: one that a crash kept inside was never given. */
  readonly afterSigning?: (signature: GivenSignature) => Finding | undefined;
  /** Runs once, at the end of a run. */
  readonly atRest?: (validators: readonly ValidatorAtRest[]) => Finding | undefined;
}
