import type { Message, NodeName } from '@quorate/core';
import { type JsonObject, type JsonValue, parseJson, stringifyJson } from '@quorate/protocol';
import type { Transport } from '@quorate/transport';
import type { Pool } from 'undici';
import { isForValidators, methodOf } from './request-types.ts';
import { paramsOf } from './wire-requests.ts';
import { resultFromJson, type ValidatorResult } from './wire-results.ts';

/** A validator that is reached over HTTP. */
export interface RemoteOptions {
  /** Carries what the nodes of this process say to it, and its answers to them. */
  readonly transport: Transport<Message>;
  readonly name: NodeName;
  /** Where it listens. */
  readonly url: string;
  /** Hears why a message or its answer was lost. */
  readonly onLost: (failure: unknown) => void;
}

/** An end of a connection to a validator. */
export interface Remote {
  /** Takes the name off the transport and breaks off what is under way. */
  close(): Promise<void>;
}

/** Reports an answer that is none: an HTTP status, an error of JSON-RPC, another id. */
class RemoteError extends Error {
  override readonly name = 'RemoteError';
}

/** Connections to one validator; each carries one request at a time. */
const CONNECTIONS = 64;
/** Milliseconds until a request counts as lost; proxies ask again much sooner. */
const TIMEOUT = 10_000;
/** Bytes of an answer: room for 200 certificates of the largest transactions. */
const ANSWER_MAX = 64 * 1024 * 1024;
/** Requests under way; what comes on top is lost. */
const UNDER_WAY_MAX = 10_000;

const HEADERS = { 'content-type': 'application/json' };

/**
 * Stands for a validator on a transport: turns messages into calls of JSON-RPC, and what comes back
 * into answers.
 *
 * Whatever goes wrong is a lost message, which the protocol bears: nobody listens, no answer in
 * time, an answer of another form. Who is asked is known from the connection, never from what the
 * answer says, and each request has at most one answer.
 */
export function attachRemote({ transport, name, url, onLost }: RemoteOptions): Remote {
  let pool: Promise<Pool> | undefined;
  let isOpen = true;
  let underWay = 0;
  let lastId = 0;

  async function ask(message: Message): Promise<ValidatorResult | undefined> {
    // As every node, it is deaf to what is not for its kind.
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
        params: paramsOf(request),
      };
      pool ??= openPool(url);
      const { statusCode, body } = await (await pool).request({
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
    ask(message).then(
      (result) => {
        if (result === undefined || !isOpen) return;
        transport.send(name, from, { type: 'Response', requestId: message.requestId, result });
      },
      (failure) => {
        if (isOpen) onLost(failure);
      },
    );
  });

  return {
    async close() {
      isOpen = false;
      detach();
      await (await pool)?.destroy();
    },
  };
}

// Who comes up asks nobody yet, and would be a tenth later with the library loaded by then.
async function openPool(url: string): Promise<Pool> {
  const { Pool } = await import('undici');
  return new Pool(url, {
    connections: CONNECTIONS,
    headersTimeout: TIMEOUT,
    bodyTimeout: TIMEOUT,
    connectTimeout: TIMEOUT,
    maxResponseSize: ANSWER_MAX,
  });
}

function resultIn(answer: JsonValue, id: number): JsonValue {
  const fields = (typeof answer === 'object' && answer !== null ? answer : {}) as JsonObject;
  const { id: answered, result, error } = fields as Readonly<Record<string, JsonValue | undefined>>;
  if (error !== undefined) throw new RemoteError(`an error: ${stringifyJson(error).slice(0, 500)}`);
  if (answered !== id) throw new RemoteError('the answer of another request');
  if (result === undefined) throw new RemoteError('an answer without a result');
  return result;
}
