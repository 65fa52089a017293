import { factsOf, type Rejection, type TransactionEnvelope } from '@quorate/protocol';
import { type Effect, type Input, reply, type StoreRow } from '../effect.ts';
import type { ClientMessage, Response } from '../message.ts';
import { buildEnvelope } from './build.ts';
import type { ClientEnv } from './rules.ts';
import type { Asked, ClientState, ClientStep, InFlight } from './state.ts';

const RETRY_TIMER = 'retry';
/** Where a client stores the envelope that is in flight. */
const OUTBOX_KEY = 'outbox';
/** Where a client stores the nonce of its next transaction. */
const NONCE_KEY = 'nonce';

/**
 * Takes a client one input further: nonce tracking, signing, repetition of the same bytes,
 * verification of what a proxy calls success.
 */
export function stepClient(
  state: ClientState,
  input: Input<ClientMessage, never>,
  env: ClientEnv,
): ClientStep {
  switch (input.type) {
    case 'Message':
      return input.message.type === 'Execute'
        ? execute(state, { from: input.from, request: input.message }, env)
        : hearResponse(state, input.message, env);
    case 'Timer':
      return input.id === RETRY_TIMER ? retry(state, env) : { state, effects: [] };
    case 'Loaded':
      return { state, effects: [] };
  }
}

/**
 * Builds a client from the entries of its store, and sends again whatever was in flight.
 *
 * `fresh` is a client that has sent nothing.
 */
export function recoverClient(
  fresh: ClientState,
  rows: Iterable<StoreRow>,
  env: Pick<ClientEnv, 'now'>,
): ClientStep {
  let state = fresh;
  for (const { key, value } of rows) {
    if (key === NONCE_KEY) state = { ...state, nextNonce: value as bigint };
    if (key === OUTBOX_KEY) {
      const envelope = value as TransactionEnvelope;
      state = { ...state, inFlight: { envelope, asked: undefined, retries: 0 } };
    }
  }
  return { state, effects: state.inFlight === undefined ? [] : send(state, state.inFlight, env) };
}

function execute(state: ClientState, asked: Asked, env: ClientEnv): ClientStep {
  if (state.inFlight === undefined) return begin(state, asked, env);
  if (state.inFlight.asked === undefined && state.inFlight.retries >= state.timings.retriesMax) {
    // The account is still locked on bytes that never settled; another transaction at that nonce
    // would be an equivocation.
    const rejection: Rejection = {
      code: 'PreviousTransactionMustBeConfirmedFirst',
      rule: 'V4',
      pending: [state.inFlight.envelope],
    };
    const { from, request } = asked;
    return { state, effects: [reply(from, request.requestId, { type: 'Rejected', rejection })] };
  }
  return { state: { ...state, queue: [...state.queue, asked] }, effects: [] };
}

function begin(state: ClientState, asked: Asked, env: ClientEnv): ClientStep {
  const envelope = buildEnvelope(
    {
      networkId: state.networkId,
      nonce: state.nextNonce,
      timestampNanos: env.now,
      operations: asked.request.operations,
    },
    env.signer,
  );
  const inFlight: InFlight = { envelope, asked, retries: 0 };
  return {
    state: { ...state, inFlight },
    effects: [
      // Signed bytes that were sent and forgotten would be followed by others at the same nonce.
      { type: 'Persist', writes: [{ key: OUTBOX_KEY, value: envelope }] },
      ...send(state, inFlight, env),
    ],
  };
}

function hearResponse(
  state: ClientState,
  { requestId, result }: Response,
  env: ClientEnv,
): ClientStep {
  const { inFlight } = state;
  const isOurs = inFlight !== undefined && requestId === requestIdOf(inFlight.envelope);
  if (!isOurs) return { state, effects: [] };
  if (result.type === 'Rejected') return hearRejected(state, inFlight, result.rejection, env);
  if (result.type !== 'Success') return { state, effects: [] };
  const { certificate } = result;
  if (!env.rules.acceptsCertificate(state, inFlight.envelope, certificate, env)) {
    return { state, effects: [] };
  }
  const nextNonce = state.nextNonce + 1n;
  return next({ ...state, nextNonce }, env, [
    {
      type: 'Persist',
      writes: [
        { key: NONCE_KEY, value: nextNonce },
        { key: OUTBOX_KEY, value: undefined },
      ],
    },
    ...tell(inFlight, { type: 'Success', certificate }),
  ]);
}

function hearRejected(
  state: ClientState,
  inFlight: InFlight,
  rejection: Rejection,
  env: ClientEnv,
): ClientStep {
  // Some validator may have signed: these bytes and no others, until they settle (rule P4).
  if (rejection.code === 'QuorumUnreachable' && rejection.unsettled) {
    return inFlight.retries < state.timings.retriesMax
      ? { state, effects: [] }
      : stuck(state, inFlight, rejection);
  }
  const nextNonce =
    rejection.code === 'UnexpectedNonce' ? rejection.expectedNonce : state.nextNonce;
  return next({ ...state, nextNonce }, env, [
    {
      type: 'Persist',
      writes: [
        { key: NONCE_KEY, value: nextNonce },
        { key: OUTBOX_KEY, value: undefined },
      ],
    },
    ...tell(inFlight, { type: 'Rejected', rejection }),
  ]);
}

function retry(state: ClientState, env: ClientEnv): ClientStep {
  const { inFlight, timings } = state;
  if (inFlight === undefined) return { state, effects: [] };
  if (inFlight.retries >= timings.retriesMax) {
    return stuck(state, inFlight, {
      code: 'QuorumUnreachable',
      rule: 'P8',
      reason: `no outcome after ${inFlight.retries} repetitions`,
      unsettled: true,
      refusals: [],
    });
  }
  const again: InFlight = { ...inFlight, retries: inFlight.retries + 1 };
  return { state: { ...state, inFlight: again }, effects: send(state, again, env) };
}

function stuck(state: ClientState, inFlight: InFlight, rejection: Rejection): ClientStep {
  return {
    state: { ...state, inFlight: { ...inFlight, asked: undefined }, queue: [] },
    effects: [inFlight.asked, ...state.queue].flatMap((asked) =>
      asked === undefined
        ? []
        : [reply(asked.from, asked.request.requestId, { type: 'Rejected', rejection } as const)],
    ),
  };
}

function next(state: ClientState, env: ClientEnv, effects: readonly Effect<never>[]): ClientStep {
  const [first, ...queue] = state.queue;
  const idle: ClientState = { ...state, inFlight: undefined, queue };
  const done: readonly Effect<never>[] = [...effects, { type: 'CancelTimer', id: RETRY_TIMER }];
  if (first === undefined) return { state: idle, effects: done };
  const step = begin(idle, first, env);
  return { state: step.state, effects: [...done, ...step.effects] };
}

function send(
  { proxy, timings }: ClientState,
  { envelope, retries }: InFlight,
  { now }: Pick<ClientEnv, 'now'>,
): readonly Effect<never>[] {
  const doubled = timings.retryNanos << BigInt(Math.min(retries, 30));
  const wait = doubled < timings.retryNanosMax ? doubled : timings.retryNanosMax;
  return [
    {
      type: 'Send',
      to: proxy,
      message: { type: 'SubmitTransaction', requestId: requestIdOf(envelope), envelope },
    },
    { type: 'SetTimer', id: RETRY_TIMER, at: now + wait },
  ];
}

function requestIdOf({ transaction }: TransactionEnvelope): string {
  return `submit:${factsOf(transaction).id}`;
}

function tell({ asked }: InFlight, result: Parameters<typeof reply>[2]): readonly Effect<never>[] {
  return asked === undefined ? [] : [reply(asked.from, asked.request.requestId, result)];
}
