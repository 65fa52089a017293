import type { Observation } from '@quorate/actors';
import type {
  CertificatesAsked,
  Genesis,
  RecordChange,
  ValidatorMessage,
  ValidatorState,
} from '@quorate/core';
import type { Address } from '@quorate/protocol';

/** One step of a correct validator. */
export interface ValidatorStep {
  readonly validator: string;
  readonly observation: Observation<ValidatorState, ValidatorMessage, CertificatesAsked>;
  /** What the step changed in the ledger. */
  readonly changes: readonly RecordChange[];
}

/** One correct validator once the network has been quiet. */
export interface ValidatorAtRest {
  readonly name: string;
  readonly state: ValidatorState;
  readonly digest: string;
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
}

/** Watches one invariant of the ledger document, section 10, by its name there. */
export interface Oracle {
  readonly name: string;
  readonly kind: 'safety' | 'liveness';
  /** Runs after every step of a correct validator; undefined finds nothing wrong. */
  readonly afterStep?: (step: ValidatorStep) => Finding | undefined;
  /** Runs once the network has been quiet. */
  readonly atRest?: (validators: readonly ValidatorAtRest[]) => Finding | undefined;
}
