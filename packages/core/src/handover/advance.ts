import type { Effect, StoreWrite } from '../effect.ts';
import { invariant } from '../invariant.ts';
import { applyChanges } from '../ledger/ledger.ts';
import { SERVED_KEY } from '../store-keys.ts';
import type { ValidatorEnv } from '../validator/rule-types.ts';
import {
  epochOf,
  type ValidatorResume,
  type ValidatorState,
  withHandover,
  withLedger,
} from '../validator/state.ts';
import { recordWrite } from '../validator/submit-transaction.ts';
import { freeze } from './freeze.ts';
import type { Handover } from './handover.ts';
import { seatIn } from './keyring.ts';
import { mergeLocks } from './merge-locks.ts';
import { askSources, beginMerge, tablesOf } from './merging.ts';
import { beginPush, dropDone } from './pushing.ts';

/** The result of advancing: what to change, to store and to send. */
export interface Advance {
  readonly state: ValidatorState;
  readonly writes: readonly StoreWrite[];
  readonly effects: readonly Effect<ValidatorResume>[];
}

/**
 * Advances a validator through the handover as far as it can go now (rules C4 to C8).
 *
 * When an epoch that it served in has ended, it fixes its snapshot. Then it merges its way into the
 * next epoch in which it has a seat, and so on. Returns the same state when nothing moves.
 */
export function advance(before: ValidatorState, env: ValidatorEnv): Advance {
  const writes: StoreWrite[] = [];
  const effects: Effect<ValidatorResume>[] = [];
  let state = before;
  for (;;) {
    const next = enter(state, env) ?? leave(state, env) ?? tell(state, env);
    if (next === undefined) return { state, writes, effects };
    state = next.state;
    writes.push(...next.writes);
    effects.push(...next.effects);
  }
}

/** Leaves an ended epoch: freezes, and begins to merge if the operator has a later seat. */
function leave(state: ValidatorState, env: ValidatorEnv): Advance | undefined {
  const { handover, committees } = state;
  const { served, seat, merge } = handover;
  if (merge !== undefined || served === epochOf(state)) return undefined;
  const next = committees.slice(served + 1).find((each) => seatIn(each, env.keys) !== undefined);
  const signer = seat === undefined || handover.isFrozen ? undefined : env.keys.find(seat);
  if (signer === undefined && next === undefined) return undefined;
  const writes = signer === undefined ? [] : freeze(state, signer, env.rules.handover);
  // A validator that returns after epochs without a seat may be the only one that knows of each
  // change since.
  const pushed = pushUpTo(
    // Its key may have been destroyed since it froze.
    { ...handover, isFrozen: handover.isFrozen || seat !== undefined },
    next?.epoch ?? served + 1,
    env.now,
  );
  const begun = next && beginMerge(state, next.epoch, env.keys);
  const moved = withHandover(state, { ...pushed.handover, merge: begun });
  return { state: moved, writes, effects: [...pushed.effects, ...askSources(moved, env.now)] };
}

/**
 * Begins to announce a change that ends an epoch in which this validator had no seat or did not
 * serve yet: it has retired, or is still merging into an earlier one. It may be the only validator
 * that the change has reached (rule C4).
 */
function tell(state: ValidatorState, env: ValidatorEnv): Advance | undefined {
  const { handover } = state;
  const epoch = epochOf(state);
  if (handover.announced >= epoch) return undefined;
  const { handover: telling, effects } = beginPush(handover, epoch, env.now);
  return { state: withHandover(state, telling), writes: [], effects };
}

function pushUpTo(before: Handover, epoch: number, now: bigint): ReturnType<typeof beginPush> {
  const effects: Effect<ValidatorResume>[] = [];
  let handover = before;
  for (let begun = before.served + 1; begun <= epoch; begun += 1) {
    const pushed = beginPush(handover, begun, now);
    handover = pushed.handover;
    effects.push(...pushed.effects);
  }
  return { handover, effects };
}

/** Enters an epoch once a quorum of snapshots of the previous epoch counts (rule C6). */
function enter(state: ValidatorState, env: ValidatorEnv): Advance | undefined {
  const { merge } = state.handover;
  if (merge === undefined) return undefined;
  const tables = tablesOf(state, merge, env);
  if (tables === undefined) return undefined;
  const committee = state.committees[merge.epoch];
  invariant(committee !== undefined, `there is no committee of epoch ${merge.epoch}`);
  const changes = mergeLocks(state.ledger, tables, { ...env, network: state.genesis });
  const merged = withLedger(state, applyChanges(state.ledger, changes));
  const handover = {
    ...merged.handover,
    served: merge.epoch,
    seat: seatIn(committee, env.keys),
    isFrozen: false,
    merge: undefined,
  };
  return {
    // This validator may complete the quorum that its own pushes wait for, and no later message may
    // come that ends them.
    state: dropDone(withHandover(merged, handover), env),
    writes: [...changes.map(recordWrite), { key: SERVED_KEY, value: merge.epoch }],
    effects: [],
  };
}
