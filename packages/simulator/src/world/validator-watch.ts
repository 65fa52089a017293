import type { Observation } from '@quorate/actors';
import {
  type Effect,
  type Input,
  ledgerChanges,
  ledgerDigest,
  type RecordChange,
  type StoreWrite,
  updateDigest,
  type ValidatorMessage,
  type ValidatorResume,
  type ValidatorState,
} from '@quorate/core';
import type { Watching } from './watching.ts';

/** A step of a validator, and what it changed. */
export interface WatchedStep {
  readonly changes: readonly RecordChange[];
  /** Of the ledger after the step; undefined where nobody wants it. */
  readonly digest: bigint | undefined;
}

/** Keeps the ledger digest of one validator up to date, step by step. */
export interface ValidatorWatch {
  step(observation: Observation<ValidatorState, ValidatorMessage, ValidatorResume>): WatchedStep;
}

/** Creates the watch of one validator; where nobody looks at changes, it picks out what settled. */
export function createValidatorWatch({ oracles, digest: hasDigest }: Watching): ValidatorWatch {
  let digest: bigint | undefined;
  let last: ValidatorState | undefined;
  return {
    step({ input, before, after, effects }) {
      if (!oracles && !hasDigest && !maySettle(input)) return NOTHING;
      const written = writesOf(effects);
      const wanted = oracles || hasDigest ? written : written.filter(isSettlement);
      const changes = lastOfEach(ledgerChanges(wanted));
      if (!hasDigest) return { changes, digest };
      // After a restart the state comes from the store, and so does its digest.
      if (digest === undefined || before !== last) digest = ledgerDigest(before.ledger);
      digest = updateDigest(digest, before.ledger, changes);
      last = after;
      return { changes, digest };
    },
  };
}

const NOTHING: WatchedStep = { changes: [], digest: undefined };

function maySettle(input: Input<ValidatorMessage, ValidatorResume>): boolean {
  if (input.type !== 'Message') return input.type === 'Timer';
  const { type } = input.message;
  return type === 'SubmitCertificate' || type === 'AnnounceChange' || type === 'Response';
}

// A step that moves on between epochs may write one record several times, in one batch or in several,
// as where a certificate settles and the locks are merged behind it: what counts is how it is left.
function lastOfEach(changes: readonly RecordChange[]): readonly RecordChange[] {
  if (!mayRepeat(changes)) return changes;
  const last = new Map<string, RecordChange>();
  for (const change of changes) last.set(`${change.table}/${change.key}`, change);
  return [...last.values()];
}

/** Up to so many changes it costs less to compare each with each than to make a map of them. */
const FEW = 16;

function mayRepeat(changes: readonly RecordChange[]): boolean {
  if (changes.length > FEW) return true;
  return changes.some(({ table, key }, at) => {
    for (let before = 0; before < at; before += 1) {
      const other = changes[before];
      if (other?.key === key && other.table === table) return true;
    }
    return false;
  });
}

function isSettlement({ key }: StoreWrite): boolean {
  return key.startsWith('settled/');
}

// Nearly always there is one batch, and it is the one that counts.
function writesOf(effects: readonly Effect<unknown>[]): readonly StoreWrite[] {
  let writes: readonly StoreWrite[] | undefined;
  for (const effect of effects) {
    if (effect.type !== 'Persist') continue;
    writes = writes === undefined ? effect.writes : [...writes, ...effect.writes];
  }
  return writes ?? [];
}
