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

/** What moving on between epochs changes, stores and sends. */
export interface Advance {
  readonly state: ValidatorState;
  readonly writes: readonly StoreWrite[];
  readonly effects: readonly Effect<ValidatorResume>[];
}

/**
 * Moves a validator on between epochs as far as it can go now (rules C4 to C8).
 *
 * An epoch that it served in and that ended it fixes in a snapshot; then it merges its way into the
 * next epoch in which it has a seat, one after the other. The same state where nothing moves.
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

/** Leaves an epoch that has ended: towards the next seat, if the operator has one. */
function leave(state: ValidatorState, env: ValidatorEnv): Advance | undefined {
  const { handover, committees } = state;
  const { served, seat, merge } = handover;
  if (merge !== undefined || served === epochOf(state)) return undefined;
  const next = committees.slice(served + 1).find((each) => seatIn(each, env.keys) !== undefined);
  const signer = seat === undefined || handover.isFrozen ? undefined : env.keys.find(seat);
  if (signer === undefined && next === undefined) return undefined;
  const writes = signer === undefined ? [] : freeze(state, signer, env.rules.handover);
  // Who comes back after epochs without a seat may be the only one that knows of each change since.
  const pushed = pushUpTo(
    // Its key may be destroyed since it froze.
    { ...handover, isFrozen: handover.isFrozen || seat !== undefined },
    next?.epoch ?? served + 1,
    env.now,
  );
  const begun = next && beginMerge(state, next.epoch, env.keys);
  const moved = withHandover(state, { ...pushed.handover, merge: begun });
  return { state: moved, writes, effects: [...pushed.effects, ...askSources(moved, env.now)] };
}

/**
 * Tells of a change that came to a validator without a seat in the epoch that ended, because it has retired,
 * or still merges its way into an epoch before: it may be the only one that the change has reached (rule C4).
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

/** Enters an epoch once a quorum of snapshots of the one before has been gathered (rule C6). */
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
    // It may be the last of a quorum that others wait for, and nobody be left to say so.
    state: dropDone(withHandover(merged, handover), env),
    writes: [...changes.map(recordWrite), { key: SERVED_KEY, value: merge.epoch }],
    effects: [],
  };
}
