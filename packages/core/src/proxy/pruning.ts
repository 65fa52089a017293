import type { Address } from '@quorate/protocol';
import { type Effect, type LoadedRows, rangeUnder, type StoreWrite } from '../effect.ts';
import { fateOf, PRUNE_BATCH, PRUNE_GATHER, PRUNE_TIMER } from '../pruning/policy.ts';
import {
  certificateKey,
  keyRange,
  outdatedKey,
  PRUNING_PREFIX,
  positionOf,
} from '../store-keys.ts';
import type { CertificateRow } from '../stored-certificate.ts';
import type { ProxyEnv } from './rule-types.ts';
import type { ProxyResume, ProxyState, ProxyStep } from './state.ts';

/**
 * Notes which older certificate of the same sender is not one of its newest any more, once this one
 * is stored. A proxy has no order of settlement to walk through, as a validator has: the notes are
 * its pruning queue, oldest first.
 */
export function outdated(
  { pruning }: ProxyState,
  { sender, nonce }: { readonly sender: Address; readonly nonce: bigint },
  now: bigint,
): readonly StoreWrite[] {
  if (pruning === undefined || nonce < pruning.policy.keepPerAccount) return [];
  const key = outdatedKey(now, { sender, nonce: nonce - pruning.policy.keepPerAccount });
  return [{ key, value: true }];
}

/** Starts pruning some time after a step that added a note. */
export function watchPruning(
  { state, effects }: ProxyStep,
  { now }: Pick<ProxyEnv, 'now'>,
): ProxyStep {
  const { pruning } = state;
  if (pruning === undefined || pruning.isUnderWay || !effects.some(isNote)) {
    return { state, effects };
  }
  const armed = resumePruning(state, now);
  return { state: armed.state, effects: [...effects, ...armed.effects] };
}

/** Sets the timer for pruning. At startup the store may hold notes. */
export function resumePruning(state: ProxyState, now: bigint): ProxyStep {
  const { pruning } = state;
  if (pruning === undefined) return { state, effects: [] };
  return {
    state: { ...state, pruning: { ...pruning, isUnderWay: true } },
    effects: [timer(now + PRUNE_GATHER)],
  };
}

/** Begins to prune: reads the oldest notes. */
export function prune(state: ProxyState): ProxyStep {
  return { state, effects: state.pruning === undefined ? [] : [readNotes()] };
}

/** Continues with the rows read: first the notes, then the certificates that they name. */
export function pruneLoaded(
  state: ProxyState,
  resume: Extract<ProxyResume, { readonly purpose: 'Prune' }>,
  rows: LoadedRows,
  env: ProxyEnv,
): ProxyStep {
  if (resume.notes !== undefined) return letGo(state, resume.notes, rows, env);
  const notes = (rows[0] ?? []).map(({ key }) => key);
  if (notes.length === 0) return rest(state);
  const ranges = notes.map((note) => {
    const { sender, nonce } = positionOf(note);
    return keyRange(certificateKey(sender, nonce));
  });
  return { state, effects: [{ type: 'Load', ranges, resume: { purpose: 'Prune', notes } }] };
}

// A pruned certificate is gone without a trace: if asked for it, the proxy asks validators, as if
// it had never heard of it (rule P3).
function letGo(
  state: ProxyState,
  notes: readonly string[],
  rows: LoadedRows,
  env: ProxyEnv,
): ProxyStep {
  const { pruning } = state;
  if (pruning === undefined) return { state, effects: [] };
  const writes: StoreWrite[] = [];
  for (const [index, note] of notes.entries()) {
    const row = rows[index]?.[0];
    const body = row?.value as CertificateRow | undefined;
    const fate = fateOf(body, pruning.policy, env.now, env.rules.mayPrune);
    if (typeof fate === 'object') return { state, effects: [...saved(writes), timer(fate.dueAt)] };
    writes.push({ key: note, value: undefined });
    if (fate === 'goes' && row !== undefined) writes.push({ key: row.key, value: undefined });
  }
  return { state, effects: [...saved(writes), readNotes()] };
}

function rest(state: ProxyState): ProxyStep {
  const { pruning } = state;
  if (pruning === undefined) return { state, effects: [] };
  return { state: { ...state, pruning: { ...pruning, isUnderWay: false } }, effects: [] };
}

function saved(writes: readonly StoreWrite[]): readonly Effect<ProxyResume>[] {
  return writes.length === 0 ? [] : [{ type: 'Persist', writes }];
}

function readNotes(): Effect<ProxyResume> {
  const ranges = [{ ...rangeUnder(PRUNING_PREFIX), limit: PRUNE_BATCH }];
  return { type: 'Load', ranges, resume: { purpose: 'Prune', notes: undefined } };
}

function timer(at: bigint): Effect<ProxyResume> {
  return { type: 'SetTimer', id: PRUNE_TIMER, at };
}

function isNote(effect: Effect<ProxyResume>): boolean {
  return (
    effect.type === 'Persist' &&
    effect.writes.some(({ key, value }) => value === true && key.startsWith(PRUNING_PREFIX))
  );
}
