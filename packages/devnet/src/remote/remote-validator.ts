import type { Message, NodeName } from '@quorate/core';
import { type JsonObject, type JsonValue, parseJson, stringifyJson } from '@quorate/protocol';
import type { Transport } from '@quorate/transport';
import type { Pool } from 'undici';
import { putOff } from '../put-off.ts';
import { isForValidators, methodOf } from './request-types.ts';
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

/** An invalid answer: an HTTP status, an error of JSON-RPC, or another id. */
class RemoteError extends Error {
  override readonly name = 'RemoteError';
}

/** The most connections to one validator; each carries one request at a time. */
const CONNECTIONS = 64;
/** After how many milliseconds a request counts as lost; proxies repeat it much sooner. */
const TIMEOUT = 10_000;
/** The most bytes of an answer: room for 200 certificates of the largest transactions. */
const ANSWER_MAX = 64 * 1024 * 1024;
/** The most requests under way; further ones are lost. */
const UNDER_WAY_MAX = 10_000;

// A starting validator asks nobody yet, and loading the library would delay its start by a tenth.
const undici = putOff(() => import('undici'));

const HEADERS = { 'content-type': 'application/json' };
const POOLED = {
  connections: CONNECTIONS,
  headersTimeout: TIMEOUT,
  bodyTimeout: TIMEOUT,
  connectTimeout: TIMEOUT,
  maxResponseSize: ANSWER_MAX,
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
  let pool: Pool | undefined;
  let isOpen = true;
  let underWay = 0;
  let lastId = 0;

  async function ask(
    message: Message,
    isGone: () => boolean,
  ): Promise<ValidatorResult | undefined> {
    // Like every node, it ignores messages for other kinds of nodes.
    if (!isForValidators(message)) return undefined;
    if (underWay >= UNDER_WAY_MAX) throw new RemoteError(`${name} has too much under way`);
    underWay += 1;
    try {
      lastId += 1;
      const id = lastId;
      const { requestId: _, ...request } = message;
      const call = {
        jsonrpc: '2.0',
        id,
        method: methodOf(message.type),
        params: { ...paramsOf(request), era: era() },
      };
      const { Pool } = await undici();
      if (isGone()) throw new RemoteError(`${name} is no longer asked what it was asked`);
      pool ??= new Pool(url, POOLED);
      const { statusCode, body } = await pool.request({
        method: 'POST',
        path: '/',
        headers: HEADERS,
        body: stringifyJson(call),
        signal: AbortSignal.timeout(TIMEOUT),
      });
      const text = await body.text();
      if (statusCode !== 200) throw new RemoteError(`${name} answered with HTTP ${statusCode}`);
      return resultFromJson(resultIn(parseJson(text), id));
    } finally {
      underWay -= 1;
    }
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

function resultIn(answer: JsonValue, id: number): JsonValue {
  const fields = (typeof answer === 'object' && answer !== null ? answer : {}) as JsonObject;
  const { id: answered, result, error } = fields as Readonly<Record<string, JsonValue | undefined>>;
  if (error !== undefined) throw new RemoteError(`an error: ${stringifyJson(error).slice(0, 500)}`);
  if (answered !== id) throw new RemoteError('the answer of another request');
  if (result === undefined) throw new RemoteError('an answer without a result');
  return result;
}
