import type { SignedSnapshotPart } from '@quorate/protocol';
import { type Effect, type LoadedRows, type NodeName, reply } from '../effect.ts';
import type { AnnounceChange, GetSnapshot, Response } from '../message.ts';
import { keyRange, snapshotKey } from '../store-keys.ts';
import type { ValidatorEnv } from '../validator/rule-types.ts';
import {
  epochOf,
  type HandoverResume,
  type ValidatorResume,
  type ValidatorState,
  type ValidatorStep,
  withHandover,
} from '../validator/state.ts';
import { advance } from './advance.ts';
import { forgetAsked, noteAnswered } from './asked.ts';
import { type Brought, settleBrought } from './bring.ts';
import { hearLateAnswer, hearLateTimer, isLateAnswer, resumeLate, sendLate } from './late.ts';
import {
  askForBacking,
  askSources,
  forgetAwaited,
  hearPart,
  MERGE_TIMER,
  noteAnswer,
  SNAPSHOT_REQUEST,
} from './merging.ts';
import {
  announce,
  beginPush,
  dropDone,
  hearStatus,
  loadChange,
  readPushTimer,
  tellWhoIsBehind,
} from './pushing.ts';
import { hearRumour, RUMOUR_TIMER, repeatRumours, tryRumours } from './rumours.ts';

/**
 * Handles the announcement of a new epoch (rule C4) and answers where this validator stands then.
 */
export function hearAnnouncement(
  state: ValidatorState,
  from: NodeName,
  message: AnnounceChange,
  env: ValidatorEnv,
): ValidatorStep {
  const moved = moveOn(hearRumour(state, from, message, env), env);
  const answer = reply(from, message.requestId, status(moved.state));
  return { state: moved.state, effects: [...moved.effects, answer] };
}

/** Serves a part of an own snapshot from the store; its bytes never change (rule C5). */
export function serveSnapshot(
  state: ValidatorState,
  from: NodeName,
  { requestId, epoch, page }: GetSnapshot,
): ValidatorStep {
  const isPlace = (place: number) => Number.isSafeInteger(place) && place >= 0;
  if (!isPlace(epoch) || (page !== null && !isPlace(page))) {
    return { state, effects: [reply(from, requestId, status(state))] };
  }
  const ranges = [keyRange(snapshotKey(epoch, page))];
  const resume: HandoverResume = { rows: 'snapshot', from, requestId };
  return { state, effects: [{ type: 'Load', ranges, resume }] };
}

/** Handles an answer to a handover request; ignores any other. */
export function hearResponse(
  state: ValidatorState,
  from: NodeName,
  { requestId, result }: Response,
  env: ValidatorEnv,
): ValidatorStep {
  if (!requestId.startsWith('handover/')) return { state, effects: [] };
  if (isLateAnswer(requestId, result)) return hearLateAnswer(state, from, requestId, env);
  switch (result.type) {
    case 'SnapshotPart': {
      const [heard, effects] = hearPart(state, from, result.signed, env);
      return moveOn({ state: heard, effects }, env, from);
    }
    case 'Certificates': {
      const answered = noteAnswered(state, from, requestId);
      const brought = settleBrought(
        answered === undefined ? state : noteAnswer(answered, from),
        { from, requestId, isCopy: answered === undefined, answer: result },
        env,
      );
      // Retry announced changes only if something settled: otherwise the same requests would follow
      // one another for ever.
      const isNearer = brought.state.ledger !== state.ledger;
      return moveOn(isNearer ? retried(brought, env) : brought, env);
    }
    case 'EpochStatus': {
      const heard = hearStatus(state, from, result, env);
      const isOnSnapshot = requestId.startsWith(SNAPSHOT_REQUEST);
      return { state: heard, effects: isOnSnapshot ? tellWhoIsBehind(heard, from, result) : [] };
    }
    default:
      return { state, effects: [] };
  }
}

/** Continues a handover when a timer fires. */
export function hearTimer(state: ValidatorState, id: string, env: ValidatorEnv): ValidatorStep {
  const epoch = readPushTimer(id);
  if (epoch !== undefined) {
    const pushing = dropDone(state, env);
    return { state: pushing, effects: loadChange(pushing, epoch) };
  }
  const late = hearLateTimer(state, id, env);
  if (late !== undefined) return late;
  if (id === RUMOUR_TIMER) return moveOn(repeatRumours(state, env), env);
  if (id !== MERGE_TIMER || state.handover.merge === undefined) return { state, effects: [] };
  const forgotten = forgetAwaited(state);
  return moveOn({ state: forgotten, effects: askSources(forgotten, env.now) }, env);
}

/** Continues a handover with the rows read from the store. */
export function hearRows(
  state: ValidatorState,
  resume: HandoverResume,
  rows: LoadedRows,
  env: ValidatorEnv,
): ValidatorStep {
  if (resume.rows === 'change') {
    const [announced, effects] = announce(state, resume, rows, env);
    return { state: announced, effects };
  }
  if (resume.rows === 'late') return sendLate(state, resume, rows, env);
  const [row] = rows.flat();
  const result =
    row === undefined
      ? status(state)
      : ({ type: 'SnapshotPart', signed: row.value as SignedSnapshotPart } as const);
  return { state, effects: [reply(resume.from, resume.requestId, result)] };
}

/** Resumes a handover after startup. */
export function resumeHandover(state: ValidatorState, env: ValidatorEnv): ValidatorStep {
  const { served } = state.handover;
  let { handover } = state;
  const effects: Effect<ValidatorResume>[] = [...resumeLate(state, env.now)];
  for (const epoch of [served, served + 1]) {
    if (epoch < 1 || epoch > epochOf(state)) continue;
    const begun = beginPush(handover, epoch, env.now);
    handover = begun.handover;
    effects.push(...begun.effects);
  }
  return moveOn({ state: withHandover(state, handover), effects }, env);
}

// The certificates brought may be those that an announced change was waiting for.
function retried({ state, effects }: Brought, env: ValidatorEnv): Brought {
  if (state.handover.rumours.length === 0) return { state, effects };
  const tried = tryRumours(state, env);
  return { state: tried.state, effects: [...effects, ...tried.effects] };
}

function status(state: ValidatorState) {
  return { type: 'EpochStatus', known: epochOf(state), served: state.handover.served } as const;
}

// While merging, every certificate and every part of a snapshot may allow the next step. A part
// concerns one node only, so only that node (`partOf`) is asked for more.
function moveOn({ state, effects }: Brought, env: ValidatorEnv, partOf?: NodeName): ValidatorStep {
  if (state.status === 'active') return { state: forgetAsked(state), effects };
  const moved = advance(state, env);
  const [asked, asks] = askForBacking(moved.state, env, partOf);
  const persist: readonly Effect<ValidatorResume>[] =
    moved.writes.length === 0 ? [] : [{ type: 'Persist', writes: moved.writes }];
  return {
    state: forgetAsked(asked),
    effects: [...effects, ...persist, ...moved.effects, ...asks],
  };
}
