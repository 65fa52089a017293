import type { TransactionCertificate } from '@quorate/protocol';
import { nextCommittee } from '../committee-chain.ts';
import type { Effect, NodeName } from '../effect.ts';
import type { AnnounceChange } from '../message.ts';
import type { ValidatorEnv } from '../validator/rule-types.ts';
import {
  epochOf,
  type ValidatorResume,
  type ValidatorState,
  withHandover,
} from '../validator/state.ts';
import { askFor, type Brought, settleBrought } from './bring.ts';
import type { Rumour } from './handover.ts';

/** The timer after which announced changes are tried again. */
export const RUMOUR_TIMER = 'handover/rumours';

/** How long a validator waits before it tries again. Units: nanoseconds. */
const REPEAT = 500_000_000n;

/** How often it tries. The announcer repeats the announcement anyway. */
const ATTEMPTS_MAX = 40;

/** The most nodes whose announcements are kept: of the next epoch, and separately of later ones. */
const RUMOURS_MAX = 128;

/**
 * Handles an announced change: settles it, or keeps it until what it builds on has been brought
 * (rule C8).
 *
 * A repeated announcement from the same node triggers no new attempt before the timer fires,
 * because each attempt asks every announcing node for all that is missing. For an epoch after the
 * next, the latest announcement replaces the earlier one, which may have been damaged on its way. A
 * change to the next epoch is verified at once and kept separately, so that nobody who shares a
 * node's name can displace it with an announcement of a later epoch.
 */
export function hearRumour(
  state: ValidatorState,
  from: NodeName,
  { epoch, certificate }: AnnounceChange,
  env: ValidatorEnv,
): Brought {
  if (epoch <= epochOf(state) || !isPlausible(state, epoch, certificate, env)) {
    return { state, effects: [] };
  }
  const { rumours: known } = state.handover;
  const isSame = (each: Rumour) => each.from === from && each.epoch === epoch;
  if (known.some(isSame)) {
    const latest = known.map((each) => (isSame(each) ? { ...each, certificate } : each));
    return { state: withRumours(state, latest), effects: [] };
  }
  const next = epochOf(state) + 1;
  const isAlike = (each: Rumour) => (each.epoch === next) === (epoch === next);
  const others = known.filter((each) => each.from !== from || !isAlike(each));
  if (others.filter(isAlike).length === RUMOURS_MAX) return { state, effects: [] };
  const rumours = [...others, { from, epoch, certificate, attempts: 0 }];
  const tried = tryRumours(withRumours(state, rumours), env);
  // Only the first announcement sets the timer: setting it anew each time could postpone it for
  // ever.
  return known.length === 0 ? repeating(tried, env) : tried;
}

/** Tries the kept changes again, up to a number of attempts each. */
export function repeatRumours(state: ValidatorState, env: ValidatorEnv): Brought {
  const rumours = state.handover.rumours
    .filter(({ attempts }) => attempts < ATTEMPTS_MAX)
    .map((rumour) => ({ ...rumour, attempts: rumour.attempts + 1 }));
  return repeating(tryRumours(withRumours(state, rumours), env), env);
}

function repeating({ state, effects }: Brought, { now }: ValidatorEnv): Brought {
  if (state.handover.rumours.length === 0) return { state, effects };
  return { state, effects: [...effects, { type: 'SetTimer', id: RUMOUR_TIMER, at: now + REPEAT }] };
}

function withRumours(state: ValidatorState, rumours: readonly Rumour[]): ValidatorState {
  return withHandover(state, { ...state.handover, rumours });
}

/** Tries to settle the kept changes, and asks their announcers for what is missing. */
export function tryRumours(before: ValidatorState, env: ValidatorEnv): Brought {
  const effects: Effect<ValidatorResume>[] = [];
  let state = before;
  for (const rumour of before.handover.rumours) {
    if (rumour.epoch <= epochOf(state) || isForetold(state, rumour)) continue;
    const tried = tryRumour(state, rumour, env);
    state = tried.state;
    effects.push(...tried.effects);
  }
  const rumours = state.handover.rumours.filter(({ epoch }) => epoch > epochOf(state));
  return { state: withRumours(state, rumours), effects };
}

// The keys that sign a change after the next are not known yet, so such a change cannot be
// verified.
function isPlausible(
  { committees }: ValidatorState,
  epoch: number,
  certificate: TransactionCertificate,
  { rules, verifier }: ValidatorEnv,
): boolean {
  const running = committees.at(-1);
  return (
    epoch > committees.length ||
    (running !== undefined &&
      nextCommittee(running, certificate, { quorum: rules.quorum, verifier }) !== undefined)
  );
}

// A node that announced the next change too is already being asked for what that one lacks.
function isForetold(state: ValidatorState, { from, epoch }: Rumour): boolean {
  const next = epochOf(state) + 1;
  return (
    epoch > next && state.handover.rumours.some((each) => each.from === from && each.epoch === next)
  );
}

// The keys that signed a later change are known only once the changes in between have settled.
function tryRumour(
  state: ValidatorState,
  { from, epoch, certificate }: Rumour,
  env: ValidatorEnv,
): Brought {
  const next = epochOf(state) + 1;
  if (epoch === next) {
    return settleBrought(state, { from, answer: { certificates: [certificate] } }, env);
  }
  const dependency = { kind: 'Epoch', id: String(next) } as const;
  return askFor(state, from, { by: 'Dependency', dependency });
}
