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

/** A step of a validator, with what it changed. */
export interface WatchedStep {
  readonly changes: readonly RecordChange[];
  /** The digest of the ledger after the step; undefined when nobody needs it. */
  readonly digest: bigint | undefined;
}

/** Keeps the ledger digest of one validator up to date, step by step. */
export interface ValidatorWatch {
  step(observation: Observation<ValidatorState, ValidatorMessage, ValidatorResume>): WatchedStep;
}

/** Creates the watch of one validator. If nobody needs the changes, it only finds what settled. */
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
      // After a restart the state comes from the store, so its digest is computed anew.
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

// A step that moves on between epochs may write one record several times, in one batch or in
// several, for example when a certificate settles and then the locks are merged. Only the last
// write counts.
function lastOfEach(changes: readonly RecordChange[]): readonly RecordChange[] {
  if (!mayRepeat(changes)) return changes;
  const last = new Map<string, RecordChange>();
  for (const change of changes) last.set(`${change.table}/${change.key}`, change);
  return [...last.values()];
}

/** For this many changes, comparing all pairs costs less than building a map. */
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

// Nearly always there is exactly one batch, which is then returned as it is.
function writesOf(effects: readonly Effect<unknown>[]): readonly StoreWrite[] {
  let writes: readonly StoreWrite[] | undefined;
  for (const effect of effects) {
    if (effect.type !== 'Persist') continue;
    writes = writes === undefined ? effect.writes : [...writes, ...effect.writes];
  }
  return writes ?? [];
}
