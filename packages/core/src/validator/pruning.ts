import type { Effect, LoadedRows, LoadRange, StoreWrite } from '../effect.ts';
import { forgetUnshown } from '../handover/late.ts';
import { invariant } from '../invariant.ts';
import type { Origin } from '../ledger/ledger.ts';
import { fateOf, PRUNE_BATCH, PRUNE_GATHER, PRUNE_TIMER } from '../pruning/policy.ts';
import {
  certificateKey,
  conflictRange,
  keyRange,
  PRUNED_KEY,
  sequenceRange,
} from '../store-keys.ts';
import { type CertificateRow, isTombstone, tombstoneOf } from '../stored-certificate.ts';
import type { ValidatorEnv } from './rule-types.ts';
import {
  type PruneResume,
  type Pruning,
  type ValidatorResume,
  type ValidatorState,
  type ValidatorStep,
  withPruning,
} from './state.ts';

const NOTHING: LoadRange = { from: '', to: '', limit: 0 };

/**
 * How far a validator has pruned, as its store keeps it.
 *
 * `next` is a position in the order of settlement. When (s, n) settles, the certificate of (s, n −
 * keepPerAccount) stops being one of the newest of its sender: so that is the one to prune at the
 * position of (s, n).
 */
export interface PrunedUpTo {
  readonly next: bigint;
  readonly keepPerAccount: bigint;
}

/**
 * Starts a round of pruning some time after a certificate has settled or a committee change has
 * ended, unless one is under way.
 */
export function watchPruning(
  before: ValidatorState,
  step: ValidatorStep,
  { now }: Pick<ValidatorEnv, 'now'>,
): ValidatorStep {
  const { state } = step;
  const hasSettled = before.ledger.settled.size !== state.ledger.settled.size;
  if (state.pruning === undefined || !(hasSettled || (isChanging(before) && !isChanging(state)))) {
    return step;
  }
  const armed = resumePruning(state, now);
  return { state: armed.state, effects: [...step.effects, ...armed.effects] };
}

/** Sets the timer for a round of pruning, at startup or after a settlement. */
export function resumePruning(state: ValidatorState, now: bigint): ValidatorStep {
  const { pruning } = state;
  if (pruning === undefined || pruning.isUnderWay || !isBehind(state, pruning)) {
    return { state, effects: [] };
  }
  return {
    state: withPruning(state, { ...pruning, isUnderWay: true }),
    effects: [{ type: 'SetTimer', id: PRUNE_TIMER, at: now + PRUNE_GATHER }],
  };
}

/**
 * Begins a round of pruning: reads the next positions in the order of settlement.
 *
 * Nothing is pruned while a committee changes, because new members need the history (rule C7).
 */
export function prune(state: ValidatorState): ValidatorStep {
  const { pruning } = state;
  if (pruning === undefined) return { state, effects: [] };
  if (isChanging(state) || !isBehind(state, pruning)) return rest(state, pruning);
  return { state, effects: [readPlaces(pruning.next)] };
}

/** Continues with the rows read: first the positions, then the certificates that they stand for. */
export function pruneLoaded(
  state: ValidatorState,
  resume: PruneResume,
  rows: LoadedRows,
  env: ValidatorEnv,
): ValidatorStep {
  const { pruning } = state;
  if (pruning === undefined || pruning.next !== resume.from) return { state, effects: [] };
  // A committee change may have settled while the store was read.
  if (isChanging(state)) return rest(state, pruning);
  if (resume.rows === 'places') return readCandidates(state, pruning, rows);
  return letGo(state, resume, rows, env);
}

function rest(state: ValidatorState, pruning: Pruning): ValidatorStep {
  return { state: withPruning(state, { ...pruning, isUnderWay: false }), effects: [] };
}

function isChanging({ status, handover }: ValidatorState): boolean {
  return status !== 'active' || handover.pushes.length > 0 || handover.late.size > 0;
}

function isBehind({ ledger }: ValidatorState, { next }: Pruning): boolean {
  return next < BigInt(ledger.settled.size);
}

function readPlaces(from: bigint): Effect<ValidatorResume> {
  const ranges = [sequenceRange(from, PRUNE_BATCH)];
  return { type: 'Load', ranges, resume: { rows: 'places', from } };
}

function readCandidates(
  state: ValidatorState,
  { next, policy }: Pruning,
  [places = []]: LoadedRows,
): ValidatorStep {
  const candidates = places.map(({ value }) => {
    const { sender, nonce } = value as Origin;
    return { sender, nonce: nonce - policy.keepPerAccount };
  });
  invariant(candidates.length > 0, `nothing stands at place ${next} of what settled`);
  const ranges = candidates.flatMap(({ sender, nonce }) =>
    // This sender has no more certificates than are kept. Empty ranges keep the order of the rows.
    nonce < 0n
      ? [NOTHING, NOTHING]
      : [keyRange(certificateKey(sender, nonce)), conflictRange(sender, nonce, 1)],
  );
  return {
    state,
    effects: [{ type: 'Load', ranges, resume: { rows: 'candidates', from: next, candidates } }],
  };
}

// One write holds the tombstones and the progress, so after a crash the validator resumes at the
// first certificate it has not pruned.
function letGo(
  state: ValidatorState,
  { from, candidates }: Extract<PruneResume, { readonly rows: 'candidates' }>,
  rows: LoadedRows,
  env: ValidatorEnv,
): ValidatorStep {
  const { pruning } = state;
  invariant(pruning !== undefined, 'only a validator with a policy reads what it may prune');
  const { policy } = pruning;
  const writes: StoreWrite[] = [];
  let kept = state;
  let next = from;
  let dueAt: bigint | undefined;
  for (const [index, { sender, nonce }] of candidates.entries()) {
    const row = rows[2 * index]?.[0]?.value as CertificateRow | undefined;
    // A certificate with a conflicting one is evidence of a fault and stays (rule S2).
    const isContradicted = (rows[2 * index + 1] ?? []).length > 0;
    const fate = isContradicted ? 'stays' : fateOf(row, policy, env.now, env.rules.mayPrune);
    if (typeof fate === 'object') {
      ({ dueAt } = fate);
      break;
    }
    next += 1n;
    if (fate === 'stays' || row === undefined || isTombstone(row)) continue;
    writes.push({ key: certificateKey(sender, nonce), value: tombstoneOf(row) });
    const forgotten = forgetUnshown(kept, { sender, nonce });
    kept = forgotten.state;
    writes.push(...forgotten.writes);
  }
  return goOn(withPruning(kept, { ...pruning, next }), { from, dueAt, writes });
}

interface Progress {
  readonly from: bigint;
  readonly dueAt: bigint | undefined;
  readonly writes: readonly StoreWrite[];
}

function goOn(state: ValidatorState, { from, dueAt, writes }: Progress): ValidatorStep {
  const { pruning } = state;
  invariant(pruning !== undefined, 'only a validator with a policy prunes');
  const { next, policy } = pruning;
  const upTo: PrunedUpTo = { next, keepPerAccount: policy.keepPerAccount };
  const effects: Effect<ValidatorResume>[] =
    next === from
      ? []
      : [{ type: 'Persist', writes: [...writes, { key: PRUNED_KEY, value: upTo }] }];
  if (dueAt !== undefined) {
    return { state, effects: [...effects, { type: 'SetTimer', id: PRUNE_TIMER, at: dueAt }] };
  }
  const step = prune(state);
  return { state: step.state, effects: [...effects, ...step.effects] };
}
