import { type CommitteeMember, nodeNameOf } from '../../committee.ts';
import { askForEpoch } from '../../committee-chain.ts';
import { type Effect, type NodeName, reply } from '../../effect.ts';
import type { ProxyQuery, Rejected, Result } from '../../message.ts';
import type { ProxyResume, ProxyState, ProxyStep, Read } from '../state.ts';

const TIMER = 'read:';
/** How often, at most, queries are an occasion to ask for the next epoch. Units: nanoseconds. */
const EPOCH_ASKED_EVERY = 1_000_000_000n;
/** How many queries a proxy has under way at once; who comes later is told to come again. */
const READS_MAX = 10_000;

/**
 * Asks every validator and answers with what a quorum stands for (rule P7). A copy of a query that is
 * under way is passed over: its answer is on the way.
 *
 * Nothing of it is durable: who asked asks again after a crash.
 */
export function beginRead(
  state: ProxyState,
  client: NodeName,
  query: ProxyQuery,
  now: bigint,
): ProxyStep {
  const waiting = { client, requestId: query.requestId };
  if (isUnderWay(state, waiting)) return { state, effects: [] };
  const number = state.readCount;
  const deadline = now + state.timings.deadlineNanos;
  const read: Read = { number, waiting, query, views: {}, retries: 0, deadline };
  const fault = queryFault(query);
  if (fault !== undefined) return { state, effects: [answer(read, fault)] };
  if (state.reads.size >= READS_MAX) return { state, effects: [answer(read, unanswered('busy'))] };
  return askAll({ ...state, readCount: number + 1 }, read, now);
}

function isUnderWay({ reads }: ProxyState, { client, requestId }: Read['waiting']): boolean {
  let isFound = false;
  reads.each(({ waiting }) => {
    isFound ||= waiting.requestId === requestId && waiting.client === client;
  });
  return isFound;
}

// The other selections are for a proxy that brings a validator up: they speak of one validator's list.
function queryFault(query: ProxyQuery): Rejected | undefined {
  if (query.type !== 'GetCertificates') return undefined;
  if (['Sender', 'Id', 'Dependency', 'Decision'].includes(query.select.by)) return undefined;
  const reason = 'a proxy finds certificates by sender, by transaction id or by what they make';
  return { type: 'Rejected', rejection: { code: 'InvalidRequest', rule: 'V1', reason } };
}

/** Asks again with nothing in hand, or tells at the deadline that no quorum answers. */
export function repeatRead(state: ProxyState, read: Read, now: bigint): ProxyStep {
  if (now >= read.deadline) return endRead(state, read, unanswered('the deadline has passed'));
  const latest = now + state.timings.deadlineNanos;
  // A clock that was ahead, and was set right, has left a deadline that does not come for as long.
  const deadline = read.deadline < latest ? read.deadline : latest;
  return askAll(state, { ...read, views: {}, retries: read.retries + 1, deadline }, now);
}

/** Ends a query with its answer. */
export function endRead(state: ProxyState, read: Read, result: Result): ProxyStep {
  return {
    state: { ...state, reads: state.reads.delete(read.number) },
    effects: [{ type: 'CancelTimer', id: TIMER + read.number }, answer(read, result)],
  };
}

/** Finds the query that a timer belongs to; undefined for a timer of another kind. */
export function timedRead(state: ProxyState, timerId: string): Read | undefined {
  return timerId.startsWith(TIMER)
    ? state.reads.get(Number(timerId.slice(TIMER.length)))
    : undefined;
}

/** Keeps a changed query. */
export function putRead(state: ProxyState, read: Read): ProxyState {
  return { ...state, reads: state.reads.set(read.number, read) };
}

/** Asks one validator what a query is about; answers to an earlier repetition are told apart. */
export function askView(
  { upSince }: ProxyState,
  read: Read,
  { validator }: CommitteeMember,
): Effect<ProxyResume> {
  const requestId = viewRequestId(upSince, read);
  return { type: 'Send', to: nodeNameOf(validator), message: { ...read.query, requestId } };
}

/** Writes the id of the requests of one repetition of a query, by a proxy that came up at this time. */
export function viewRequestId(upSince: bigint, { number, retries }: Read): string {
  return `${TIMER}${number}:${retries}:${upSince}`;
}

/** Writes the id of the requests for the certificates behind what is said in one repetition of a query. */
export function backingRequestId(upSince: bigint, read: Read): string {
  return `${viewRequestId(upSince, read)}:certificate`;
}

function askAll(state: ProxyState, read: Read, now: bigint): ProxyStep {
  const { retryNanos } = state.timings;
  const at = now + (retryNanos << BigInt(Math.min(read.retries, 4)));
  const since = now - state.askedForEpochAt;
  // Below zero where the clock was set back.
  const isDue = since < 0n || since >= EPOCH_ASKED_EVERY;
  return {
    state: putRead(isDue ? { ...state, askedForEpochAt: now } : state, read),
    effects: [
      ...(isDue ? askForNextEpoch(state) : []),
      ...state.committee.members.map((member) => askView(state, read, member)),
      { type: 'SetTimer', id: TIMER + read.number, at: at < read.deadline ? at : read.deadline },
    ],
  };
}

// Members that have left agree with each other for ever: a proxy that only reads hears of a change from
// nobody unless it asks.
function askForNextEpoch({ committee }: ProxyState): readonly Effect<ProxyResume>[] {
  return committee.members.map(({ validator }) =>
    askForEpoch(nodeNameOf(validator), committee.epoch + 1),
  );
}

function answer({ waiting }: Read, result: Result): Effect<ProxyResume> {
  return reply(waiting.client, waiting.requestId, result);
}

function unanswered(reason: string): Result {
  const rejection = {
    code: 'QuorumUnreachable',
    rule: 'P8',
    reason,
    unsettled: false,
    refusals: [],
  } as const;
  return { type: 'Rejected', rejection };
}
