import type { Address } from '@quorate/protocol';
import { type CommitteeMember, nodeNameOf } from '../../committee.ts';
import { askForEpoch } from '../../committee-chain.ts';
import { type Effect, type NodeName, reply } from '../../effect.ts';
import { type Query, type Rejected, type Result, rejected } from '../../message.ts';
import { isServing } from '../serving.ts';
import type { ProxyResume, ProxyState, ProxyStep, Read } from '../state.ts';

const TIMER = 'read:';
/**
 * The shortest time between two requests for the next epoch that reads cause. Units: nanoseconds.
 */
const EPOCH_ASKED_EVERY = 1_000_000_000n;
/** The most reads under way at once. Further ones are refused as busy. */
const READS_MAX = 10_000;

/**
 * Asks every validator and answers with what a quorum vouches for (rule P7). A duplicate of a read
 * under way is ignored: its answer is on the way.
 *
 * Nothing is durable: after a crash, clients ask again.
 */
export function beginRead(
  state: ProxyState,
  client: NodeName,
  query: Query,
  now: bigint,
): ProxyStep {
  const waiting = { client, requestId: query.requestId };
  if (isUnderWay(state, waiting)) return { state, effects: [] };
  const number = state.readCount;
  const deadline = now + state.timings.deadlineNanos;
  const read: Read = { number, waiting, query, views: {}, retries: 0, undecided: 0, deadline };
  const fault = queryFault(query);
  if (fault !== undefined) return { state, effects: [answer(read, fault)] };
  if (state.reads.size >= READS_MAX)
    return { state, effects: [answer(read, unanswered('busy', []))] };
  return askOwing({ ...state, readCount: number + 1 }, read, now);
}

function isUnderWay({ reads }: ProxyState, { client, requestId }: Read['waiting']): boolean {
  let isFound = false;
  reads.each(({ waiting }) => {
    isFound ||= waiting.requestId === requestId && waiting.client === client;
  });
  return isFound;
}

// The other selections serve to bring a validator up to date: they are about one validator's own
// lists.
function queryFault(query: Query): Rejected | undefined {
  if (query.type !== 'GetCertificates') return undefined;
  if (['Sender', 'Id', 'Dependency', 'Decision'].includes(query.select.by)) return undefined;
  const reason = 'a proxy finds certificates by sender, by transaction id or by what they make';
  return rejected({ code: 'InvalidRequest', rule: 'V1', reason });
}

/**
 * Asks those validators again whose answers the read lacks; at the deadline, reports that no quorum
 * answers.
 */
export function repeatRead(state: ProxyState, read: Read, now: bigint): ProxyStep {
  if (now >= read.deadline) {
    const silent = owing(state, read).map(({ validator }) => validator.address);
    return endRead(state, read, unanswered('the deadline has passed', silent));
  }
  const latest = now + state.timings.deadlineNanos;
  // If the clock was ahead and has been set back, the deadline lies too far in the future.
  const deadline = read.deadline < latest ? read.deadline : latest;
  return askOwing(state, { ...read, retries: read.retries + 1, deadline }, now);
}

/** Ends a read with its answer. */
export function endRead(state: ProxyState, read: Read, result: Result): ProxyStep {
  return {
    state: { ...state, reads: state.reads.delete(read.number) },
    effects: [{ type: 'CancelTimer', id: TIMER + read.number }, answer(read, result)],
  };
}

/** Finds the read that a timer belongs to; undefined for any other timer. */
export function timedRead(state: ProxyState, timerId: string): Read | undefined {
  return timerId.startsWith(TIMER)
    ? state.reads.get(Number(timerId.slice(TIMER.length)))
    : undefined;
}

/** Replaces a read. */
export function putRead(state: ProxyState, read: Read): ProxyState {
  return { ...state, reads: state.reads.set(read.number, read) };
}

/** Sends a read to one validator, under an id that tells outdated answers apart. */
export function askView(
  state: ProxyState,
  read: Read,
  member: CommitteeMember,
): Effect<ProxyResume> {
  const requestId = viewRequestId(state, read, member);
  return { type: 'Send', to: nodeNameOf(member.validator), message: { ...read.query, requestId } };
}

/**
 * Gives the request id for a member. It stays the same over repetitions until a quorum has led to no
 * answer: whatever is said after the read began counts, however many repetitions the way takes.
 *
 * `upSince` tells it from ids used before a restart. A member that is not known to serve is asked
 * under another id than later: what it answers before it serves may arrive when the proxy knows
 * that it does, and must not count then (rule P7).
 */
export function viewRequestId(
  state: ProxyState,
  read: Read,
  { validator }: CommitteeMember,
): string {
  const id = roundId(state, read);
  return isServing(state, validator.address) ? id : `${id}:early`;
}

/** Gives the request id for the certificate behind a member's answer. */
export function backingRequestId(state: ProxyState, read: Read): string {
  return `${roundId(state, read)}:certificate`;
}

function roundId({ upSince }: ProxyState, { number, undecided }: Read): string {
  return `${TIMER}${number}:${undecided}:${upSince}`;
}

function owing({ committee }: ProxyState, { views }: Read): readonly CommitteeMember[] {
  return committee.members.filter(({ validator }) => views[validator.address] === undefined);
}

function askOwing(state: ProxyState, read: Read, now: bigint): ProxyStep {
  const { retryNanos } = state.timings;
  const at = now + (retryNanos << BigInt(Math.min(read.retries, 4)));
  const since = now - state.askedForEpochAt;
  // The difference is negative when the clock was set back.
  const isDue = since < 0n || since >= EPOCH_ASKED_EVERY;
  return {
    state: putRead(isDue ? { ...state, askedForEpochAt: now } : state, read),
    effects: [
      ...(isDue ? askForNextEpoch(state) : []),
      ...owing(state, read).map((member) => askView(state, read, member)),
      { type: 'SetTimer', id: TIMER + read.number, at: at < read.deadline ? at : read.deadline },
    ],
  };
}

// The members of an ended committee agree with one another for ever, so a proxy that only reads
// would never learn of the change unless it asked.
function askForNextEpoch({ committee }: ProxyState): readonly Effect<ProxyResume>[] {
  return committee.members.map(({ validator }) =>
    askForEpoch(nodeNameOf(validator), committee.epoch + 1),
  );
}

function answer({ waiting }: Read, result: Result): Effect<ProxyResume> {
  return reply(waiting.client, waiting.requestId, result);
}

function unanswered(reason: string, silent: readonly Address[]): Result {
  const rejection = {
    code: 'QuorumUnreachable',
    rule: 'P8',
    reason,
    unsettled: false,
    refusals: [],
    silent,
  } as const;
  return rejected(rejection);
}
