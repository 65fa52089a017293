import type { Observation } from '@quorate/actors';
import {
  ledgerChanges,
  ledgerDigest,
  type RecordChange,
  updateDigest,
  type ValidatorMessage,
  type ValidatorResume,
  type ValidatorState,
} from '@quorate/core';

/** A step of a validator, and what it changed. */
export interface WatchedStep {
  readonly changes: readonly RecordChange[];
  /** Of the ledger after the step. */
  readonly digest: bigint;
}

/** Keeps the ledger digest of one validator up to date, step by step. */
export interface ValidatorWatch {
  step(observation: Observation<ValidatorState, ValidatorMessage, ValidatorResume>): WatchedStep;
}

/** Creates the watch of one validator. */
export function createValidatorWatch(): ValidatorWatch {
  let digest: bigint | undefined;
  let last: ValidatorState | undefined;
  return {
    step({ before, after, effects }) {
      // After a restart the state comes from the store, and so does its digest.
      if (digest === undefined || before !== last) digest = ledgerDigest(before.ledger);
      const writes = effects.flatMap((effect) => (effect.type === 'Persist' ? effect.writes : []));
      const changes = ledgerChanges(writes);
      digest = updateDigest(digest, before.ledger, changes);
      last = after;
      return { changes, digest };
    },
  };
}
