import {
  DecodeError,
  factsOf,
  type Rejection,
  type TransactionEnvelope,
  type TransactionId,
  transactionId,
} from '@quorate/protocol';
import { isAboutEpochs } from '../committee-chain.ts';
import { type Effect, type Input, type NodeName, type Persist, reply } from '../effect.ts';
import {
  type ClientMessage,
  type Execute,
  isIncomplete,
  type Rejected,
  type Response,
  type Result,
  rejected,
  type SubmitTransaction,
} from '../message.ts';
import { type OpenedEnvelope, receiveEnvelope, undecodable } from '../open-envelope.ts';
import { isOpenRefusal } from '../open-refusal.ts';
import { lackOf } from '../verification/lack.ts';
import { formFault } from './about-sent.ts';
import { buildEnvelope } from './build.ts';
import { askForChange, followChanges } from './epochs.ts';
import { freeWrites, newInFlight, outboxWrites } from './recover.ts';
import type { ClientEnv } from './rule-types.ts';
import { attemptIn, RETRY_TIMER, requestPrefixOf, send } from './send.ts';
import type { Asked, ClientState, ClientStep, InFlight, OpenRefusal } from './state.ts';

/**
 * Takes a client one step further. It tracks its nonce, signs, sends the same bytes again until
 * there is an outcome, and verifies what the proxy reports as success.
 */
export function stepClient(
  state: ClientState,
  input: Input<ClientMessage, never>,
  env: ClientEnv,
): ClientStep {
  switch (input.type) {
    case 'Message':
      return input.message.type === 'Response'
        ? hearResponse(state, input.from, input.message, env)
        : execute(state, { from: input.from, request: input.message }, env);
    case 'Timer':
      return input.id === RETRY_TIMER ? retry(state, env) : { state, effects: [] };
    case 'Loaded':
      return { state, effects: [] };
  }
}

function execute(state: ClientState, asked: Asked, env: ClientEnv): ClientStep {
  const { inFlight } = state;
  if (inFlight === undefined) return begin(state, asked, env);
  const queued: ClientState = { ...state, queue: [...state.queue, asked] };
  if (!inFlight.isResting) return { state: queued, effects: [] };
  const afresh: InFlight = { ...inFlight, openRefusal: undefined };
  const signed = signedAnew(afresh, asked);
  if (signed === undefined) return sendAgain(queued, afresh, 0, env);
  const fault = newFault(state, { signed, inFlight }, env);
  if (fault !== undefined) return { state, effects: tell(asked, rejected(fault)) };
  const step = sendAgain(state, signed, 0, env);
  const write: Persist = { type: 'Persist', writes: outboxWrites(signed, inFlight) };
  return { state: step.state, effects: env.rules.order(write, step.effects) };
}

// The same transaction with other signatures is the same transaction: it replaces what is in flight
// (rule P9).
function signedAnew(inFlight: InFlight, asked: Asked): InFlight | undefined {
  const opened = openedIn(asked);
  if (opened === undefined || opened.facts.id !== idOf(inFlight)) return undefined;
  const witnesses = asked.request.witnessCertificates ?? inFlight.witnesses;
  const isLess = lackOf(opened.envelope) !== undefined && lackOf(inFlight.envelope) === undefined;
  // The complete bytes may have been signed by validators already, so a less complete copy must not
  // replace them.
  const envelope = isLess ? inFlight.envelope : opened.envelope;
  return { ...inFlight, envelope, witnesses, asked };
}

// Opens the envelope of a request. Undefined when it does not decode, or when the client is to
// build it.
function openedIn({ request }: Asked): OpenedEnvelope | undefined {
  if (request.type === 'Execute') return undefined;
  const opened = receiveEnvelope(request.envelope);
  return 'rejection' in opened ? undefined : opened;
}

// A request for the transaction in flight shares its outcome (rule P3). Except a final refusal:
// that may be due to the signatures, so a copy with other signatures gets its turn.
function isJoined(asked: Asked, inFlight: InFlight, result: Result): boolean {
  const isCommon =
    result.type === 'Success' || (result.type === 'Rejected' && isOpenRefusal(result.rejection));
  return isCommon && isGivenAgain(asked, inFlight);
}

function isGivenAgain(asked: Asked, inFlight: InFlight): boolean {
  return openedIn(asked)?.facts.id === idOf(inFlight);
}

function idOf({ envelope }: Pick<InFlight, 'envelope'>): TransactionId {
  return transactionId(envelope.transaction);
}

// If only the new copy has this fault, its refusal would free a nonce whose bytes others may hold
// (P4).
function newFault(
  state: ClientState,
  { signed, inFlight }: { readonly signed: InFlight; readonly inFlight: InFlight },
  env: Pick<ClientEnv, 'verifier'>,
): Rejection | undefined {
  const wasFaulty = formFault(state, inFlight, env) !== undefined;
  return wasFaulty ? undefined : formFault(state, signed, env);
}

function begin(state: ClientState, asked: Asked, env: ClientEnv): ClientStep {
  const envelope = build(state, asked, env);
  if ('rejection' in envelope) return { state, effects: tell(asked, envelope) };
  const inFlight = newInFlight(envelope, asked, asked.request.witnessCertificates ?? [], env.now);
  return {
    state: { ...state, inFlight },
    effects: env.rules.order(
      { type: 'Persist', writes: outboxWrites(inFlight) },
      send(state, inFlight, env.now),
    ),
  };
}

function build(
  state: ClientState,
  { request }: Asked,
  env: ClientEnv,
): TransactionEnvelope | Rejected {
  return request.type === 'Execute'
    ? sign(state, request, env)
    : takeSigned(state, request.envelope, env);
}

function sign(
  { networkId, nextNonce }: ClientState,
  { operations }: Execute,
  { now, signer }: ClientEnv,
): TransactionEnvelope | Rejected {
  try {
    const intent = { networkId, nonce: nextNonce, timestampNanos: now, operations };
    return buildEnvelope(intent, signer);
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    return undecodable(error);
  }
}

// A transaction that others also had to sign arrives already signed. It is sent like one of the
// client's own, so it must be of this account, and at a nonce for which the client has no other
// bytes (rule P5). The nonce may be later than the client expects, because others can use a
// multisig account too.
function takeSigned(
  { nextNonce }: ClientState,
  given: SubmitTransaction['envelope'],
  { signer }: ClientEnv,
): TransactionEnvelope | Rejected {
  const opened = receiveEnvelope(given);
  if ('rejection' in opened) return opened;
  const { sender, nonce } = opened.facts.transaction;
  if (sender !== signer.address) {
    const reason = `this is the client of ${signer.address}, the sender is ${sender}`;
    return rejected({ code: 'InvalidSignature', rule: 'V3', reason });
  }
  if (nonce >= nextNonce) return opened.envelope;
  return rejected({ code: 'UnexpectedNonce', rule: 'V5', nonce, expectedNonce: nextNonce });
}

// A refusal of an earlier attempt may be out of date.
function hearResponse(
  state: ClientState,
  from: NodeName,
  { requestId, result }: Response,
  env: ClientEnv,
): ClientStep {
  if (!env.rules.isFromProxy(state, from)) return { state, effects: [] };
  if (isAboutEpochs(requestId)) return hearChanges(state, result, env);
  const { inFlight } = state;
  if (inFlight === undefined) return { state, effects: [] };
  const { envelope } = inFlight;
  const isLatest = env.rules.isLatest(inFlight, requestId);
  if (result.type === 'Rejected' && isLatest) {
    return env.rules.isAboutSent(state, inFlight, result.rejection, env)
      ? hearRejected(state, inFlight, result.rejection, env)
      : { state, effects: [] };
  }
  if (isIncomplete(result) && isLatest) {
    return hearIncomplete(state, inFlight, result, env);
  }
  const isOurs = requestId.startsWith(requestPrefixOf(envelope.transaction));
  if (result.type === 'Rejected' && isOurs && env.rules.isOpen(result.rejection)) {
    const attempt = attemptIn(inFlight, requestId);
    const { rejection } = result;
    return { state: withOpenRefusal(state, inFlight, { rejection, attempt }), effects: [] };
  }
  if (result.type !== 'Success' || !isOurs) return { state, effects: [] };
  if (!env.rules.acceptsCertificate(state, envelope, result.certificate, env)) {
    return { state, effects: askForChange(state, result.certificate) };
  }
  const { nonce } = factsOf(envelope.transaction).transaction;
  return free({ ...state, nextNonce: nonce + 1n }, inFlight, result, env);
}

// Now that the client knows the committee, it can verify the answer when it sends the same bytes
// again.
function hearChanges(state: ClientState, result: Result, env: ClientEnv): ClientStep {
  if (result.type !== 'Certificates') return { state, effects: [] };
  const [followed, writes] = followChanges(state, result.certificates, env);
  if (writes.length === 0) return { state, effects: [] };
  const persist: Effect<never> = { type: 'Persist', writes };
  const { inFlight } = followed;
  if (inFlight === undefined) return { state: followed, effects: [persist] };
  const again = sendAgain(followed, inFlight, inFlight.retries, env);
  return { state: again.state, effects: [persist, ...again.effects] };
}

function hearRejected(
  state: ClientState,
  inFlight: InFlight,
  rejection: Rejection,
  env: ClientEnv,
): ClientStep {
  // Some validator may have signed, so the client sends only these bytes until they settle (rule
  // P4).
  if (env.rules.isOpen(rejection)) {
    const { attempt } = inFlight;
    return inFlight.retries < state.timings.retriesMax
      ? { state: withOpenRefusal(state, inFlight, { rejection, attempt }), effects: [] }
      : rest(state, inFlight, rejected(rejection));
  }
  const nextNonce = env.rules.nonceAfter(state.nextNonce, rejection);
  return free({ ...state, nextNonce }, inFlight, rejected(rejection), env);
}

// An open refusal decides nothing, whichever attempt it is about, but it says what is in the way.
// One that arrives late must not replace what was said since.
function withOpenRefusal(
  state: ClientState,
  inFlight: InFlight,
  openRefusal: OpenRefusal,
): ClientState {
  const known = inFlight.openRefusal;
  if (known !== undefined && known.attempt > openRefusal.attempt) return state;
  return { ...state, inFlight: { ...inFlight, openRefusal } };
}

// Others may add the missing signatures, so the bytes stay in flight. If the transaction is
// complete, the proxy's answer is false and is ignored.
function hearIncomplete(
  state: ClientState,
  inFlight: InFlight,
  result: Result,
  env: ClientEnv,
): ClientStep {
  if (inFlight.isResting || lackOf(inFlight.envelope) === undefined) return { state, effects: [] };
  const queue = state.queue.filter((asked) => !isGivenAgain(asked, inFlight));
  const resting = rest({ ...state, queue }, inFlight, result);
  const begun: ClientStep = {
    state: resting.state,
    effects: [...resting.effects, { type: 'CancelTimer', id: RETRY_TIMER }],
  };
  // A user who submitted it again meanwhile may have added what is missing.
  const again = state.queue.filter((asked) => isGivenAgain(asked, inFlight));
  return again.reduce((step, asked) => {
    const next = execute(step.state, asked, env);
    return { state: next.state, effects: [...step.effects, ...next.effects] };
  }, begun);
}

function retry(state: ClientState, env: ClientEnv): ClientStep {
  const { inFlight, timings } = state;
  if (inFlight === undefined || inFlight.isResting) return { state, effects: [] };
  if (inFlight.retries < timings.retriesMax) {
    const envelope = env.rules.repeated(inFlight, env);
    return sendAgain(state, { ...inFlight, envelope }, inFlight.retries + 1, env);
  }
  const rejection: Rejection = inFlight.openRefusal?.rejection ?? {
    code: 'QuorumUnreachable',
    rule: 'P8',
    reason: `no outcome after ${inFlight.retries} repetitions`,
    unsettled: true,
    refusals: [],
    silent: [],
  };
  return rest(state, inFlight, rejected(rejection));
}

function sendAgain(
  state: ClientState,
  inFlight: InFlight,
  retries: number,
  { now }: ClientEnv,
): ClientStep {
  const attempt = inFlight.attempt + 1;
  const again: InFlight = { ...inFlight, retries, attempt, isResting: false };
  return { state: { ...state, inFlight: again }, effects: send(state, again, now) };
}

// The bytes stay in flight, because another transaction at their nonce would be an equivocation.
// The queued requests are refused unsigned, and the next request starts the attempts again.
function rest(state: ClientState, inFlight: InFlight, result: Result): ClientStep {
  const behind: Rejection = {
    code: 'PreviousTransactionMustBeConfirmedFirst',
    rule: 'V4',
    pending: [inFlight.envelope],
  };
  return {
    state: { ...state, inFlight: { ...inFlight, asked: undefined, isResting: true }, queue: [] },
    effects: [
      ...tell(inFlight.asked, result),
      ...state.queue.flatMap((asked) =>
        tell(asked, isJoined(asked, inFlight, result) ? result : rejected(behind)),
      ),
    ],
  };
}

function free(state: ClientState, inFlight: InFlight, outcome: Result, env: ClientEnv): ClientStep {
  const joined = state.queue.filter((asked) => isJoined(asked, inFlight, outcome));
  const queue = state.queue.filter((asked) => !isJoined(asked, inFlight, outcome));
  return beginNext({ ...state, inFlight: undefined, queue }, env, [
    { type: 'Persist', writes: freeWrites(state.nextNonce, inFlight) },
    ...tell(inFlight.asked, outcome),
    ...joined.flatMap((asked) => tell(asked, outcome)),
    { type: 'CancelTimer', id: RETRY_TIMER },
  ]);
}

function beginNext(
  state: ClientState,
  env: ClientEnv,
  effects: readonly Effect<never>[],
): ClientStep {
  const [first, ...queue] = env.rules.inTurn(state.queue);
  if (first === undefined) return { state, effects };
  const step = begin({ ...state, queue }, first, env);
  const all = [...effects, ...step.effects];
  return step.state.inFlight === undefined
    ? beginNext(step.state, env, all)
    : { state: step.state, effects: all };
}

function tell(asked: Asked | undefined, result: Result): readonly Effect<never>[] {
  return asked === undefined ? [] : [reply(asked.from, asked.request.requestId, result)];
}
