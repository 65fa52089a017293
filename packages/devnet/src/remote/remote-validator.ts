import type { Message, NodeName } from '@quorate/core';
import { type JsonObject, type JsonValue, parseJson, stringifyJson } from '@quorate/protocol';
import type { Transport } from '@quorate/transport';
import { putOff } from '../timing/put-off.ts';
import { boundsOf } from './answer-bounds.ts';
import { createAnswerReader } from './answer-reader.ts';
import type { HttpPool } from './http-pool.ts';
import { RemoteError } from './remote-error.ts';
import { isForValidators, methodOf, type ValidatorRequest } from './request-types.ts';
import { createTurnstile } from './turnstile.ts';
import { paramsOf } from './wire-requests.ts';
import { resultFromJson, type ValidatorResult } from './wire-results.ts';

/** A validator that is reached over HTTP. */
export interface RemoteOptions {
  /** Carries the messages of the nodes of this process to it, and its answers to them. */
  readonly transport: Transport<Message>;
  readonly name: NodeName;
  /** The URL at which it listens. */
  readonly url: string;
  /**
   * How often the network was put back. Requests carry it, so that a validator can ignore one from
   * before; an answer from before counts as lost.
   */
  readonly era: () => number;
  /** Told why a message or its answer was lost. */
  readonly onLost: (failure: unknown) => void;
}

/** The local end of a connection to a validator. */
export interface Remote {
  /** Aborts what is under way, and sends nothing that still waits. */
  forget(): Promise<void>;
  /** Removes the name from the transport and aborts what is under way. */
  close(): Promise<void>;
}

/** The most connections to one validator; each carries one request at a time. */
const CONNECTIONS = 64;
/**
 * After how many milliseconds a request that was sent counts as lost; proxies repeat it much sooner.
 */
const TIMEOUT = 10_000;
/**
 * How long a request may wait for a connection, in milliseconds. A validator that has hung would
 * otherwise be sent only what has expired when its answer comes, for as long as there is traffic.
 */
const WAIT = 2000;
/** The most requests that wait for a connection; further ones are lost. */
const WAITING_MAX = 10_000;

// A starting validator asks nobody yet, and to load this would delay its start.
const httpPool = putOff(() => import('./http-pool.ts'));

const HEADERS = { 'content-type': 'application/json' };
const POOLED = {
  connections: CONNECTIONS,
  headersTimeout: TIMEOUT,
  bodyTimeout: TIMEOUT,
  connectTimeout: TIMEOUT,
};

/**
 * Represents a remote validator on a transport: turns messages into JSON-RPC calls, and their
 * results into answers.
 *
 * Every failure counts as a lost message, which the protocol tolerates: nobody listens, no answer
 * comes in time, or the answer is malformed. The connection determines who answers, never the
 * content of the answer, and each request has at most one answer.
 */
export function attachRemote(options: RemoteOptions): Remote {
  const { transport, name, url, era, onLost } = options;
  let pool: HttpPool | undefined;
  let isOpen = true;
  let lastId = 0;
  const { read } = createAnswerReader();
  const turnstile = createTurnstile({
    room: CONNECTIONS,
    waitingMax: WAITING_MAX,
    patience: WAIT,
    now: () => performance.now(),
  });

  async function ask(
    message: Message,
    isGone: () => boolean,
  ): Promise<ValidatorResult | undefined> {
    // Like every node, it ignores messages for other kinds of nodes.
    if (!isForValidators(message)) return undefined;
    const { requestId: _, ...request } = message;
    const { HttpPool } = await httpPool();
    if (!(await turnstile.enter())) throw new RemoteError(`${name} has too much under way`);
    try {
      if (isGone()) throw new RemoteError(`${name} is no longer asked what it was asked`);
      pool ??= new HttpPool(url, POOLED);
      return await exchange(pool, request);
    } finally {
      turnstile.leave();
    }
  }

  async function exchange(over: HttpPool, request: ValidatorRequest): Promise<ValidatorResult> {
    lastId += 1;
    const id = lastId;
    const call = {
      jsonrpc: '2.0',
      id,
      method: methodOf(request.type),
      params: { ...paramsOf(request), era: era() },
    };
    const bounds = boundsOf(request);
    const answer = await over.request({
      method: 'POST',
      path: '/',
      headers: HEADERS,
      body: stringifyJson(call),
      signal: AbortSignal.timeout(TIMEOUT),
      onInfo: refuseInterim,
    });
    const text = await read(answer, bounds.bytes);
    if (answer.statusCode !== 200) {
      throw new RemoteError(`${name} answered with HTTP ${answer.statusCode}`);
    }
    return resultFromJson(resultIn(parseJson(text, bounds.values), id));
  }

  const detach = transport.attach(name, (from, message) => {
    const begun = era();
    const isGone = (): boolean => !isOpen || begun !== era();
    ask(message, isGone).then(
      (result) => {
        if (result === undefined || isGone()) return;
        transport.send(name, from, { type: 'Response', requestId: message.requestId, result });
      },
      (failure) => {
        if (isOpen) onLost(failure);
      },
    );
  });

  async function forget(): Promise<void> {
    const last = pool;
    pool = undefined;
    await last?.destroy();
  }

  return {
    forget,
    close() {
      isOpen = false;
      detach();
      return forget();
    },
  };
}

// Nobody asks for interim answers, and a validator could send them without end.
function refuseInterim({ statusCode }: { readonly statusCode: number }): never {
  throw new RemoteError(`an interim answer: HTTP ${statusCode}`);
}

function resultIn(answer: JsonValue, id: number): JsonValue {
  const fields = (typeof answer === 'object' && answer !== null ? answer : {}) as JsonObject;
  const { id: answered, result, error } = fields as Readonly<Record<string, JsonValue | undefined>>;
  if (error !== undefined) throw new RemoteError(`an error: ${stringifyJson(error).slice(0, 500)}`);
  if (answered !== id) throw new RemoteError('the answer of another request');
  if (result === undefined) throw new RemoteError('an answer without a result');
  return result;
}
