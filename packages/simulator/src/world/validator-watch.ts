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
      const written = writesOf(effects, oracles || hasDigest ? '' : SETTLED);
      const changes = ledgerChanges(lastOfEach(written));
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
function lastOfEach(writes: readonly StoreWrite[]): readonly StoreWrite[] {
  if (writes.length < 2) return writes;
  const last = new Map<string, StoreWrite>();
  for (const write of writes) last.set(write.key, write);
  return last.size === writes.length ? writes : [...last.values()];
}

/** What the keys of settled transactions begin with. */
const SETTLED = 'settled/';

function writesOf(effects: readonly Effect<unknown>[], prefix: string): readonly StoreWrite[] {
  const writes: StoreWrite[] = [];
  for (const effect of effects) {
    if (effect.type !== 'Persist') continue;
    for (const write of effect.writes) if (write.key.startsWith(prefix)) writes.push(write);
  }
  return writes;
}
