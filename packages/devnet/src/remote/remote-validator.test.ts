import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import type { Message } from '@quorate/core';
import { type JsonObject, parseJson } from '@quorate/protocol';
import { addressOf } from '@quorate/testkit';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createBus } from '../nodes/bus.ts';
import { attachRemote, type Remote } from './remote-validator.ts';

const servers: Server[] = [];
const remotes: Remote[] = [];

afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(remotes.splice(0).map((remote) => remote.close()));
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

const ASK: Message = { type: 'GetTokenInfo', requestId: 'r1', tokenIds: [] };
const ANSWER = { type: 'TokenInfo', tokens: [] };
const ALICE = { address: addressOf('alice'), tokenBalances: 'none', stateKeys: 'none' } as const;
const ACCOUNT = {
  type: 'AccountInfo',
  address: ALICE.address,
  balance: '0',
  nextNonce: '0',
  pending: null,
  tokenBalances: [],
  stateCells: [],
};
/** How many requests are sent to a validator at a time. */
const CONNECTIONS = 64;

/** Puts a validator that answers in its own way behind a name, and asks it. */
async function setUp(answer: RequestListener) {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return connect(`http://127.0.0.1:${port}`);
}

function connect(url: string) {
  const failures: unknown[] = [];
  const transport = createBus((failure) => failures.push(failure));
  const heard: { readonly from: string; readonly message: Message }[] = [];
  const lost: unknown[] = [];
  const waiting: (() => void)[] = [];
  const wake = (): void => {
    for (const each of waiting.splice(0)) each();
  };
  transport.attach('p1', (from, message) => {
    heard.push({ from, message });
    wake();
  });
  const onLost = (failure: unknown): void => {
    lost.push(failure);
    wake();
  };
  let era = 0;
  const remote = attachRemote({ transport, name: 'v1', url, era: () => era, onLost });
  remotes.push(remote);
  const until = async (count: number): Promise<void> => {
    while (heard.length + lost.length < count) {
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
  };
  const send = (message: Message): void => transport.send('p1', 'v1', message);
  const beginEra = (): void => {
    era += 1;
  };
  const putBack = (): void => {
    beginEra();
    void remote.forget();
  };
  return { transport, remote, heard, lost, send, until, failures, beginEra, putBack };
}

/** Answers each call with what it is given for it, at once or when `moment` says so. */
function answering(
  write: (call: JsonObject) => string,
  status = 200,
  moment = (_call: JsonObject, respond: () => void): void => respond(),
): RequestListener {
  return async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const call = parseJson(body) as JsonObject;
    moment(call, () => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(write(call));
    });
  };
}

const wrapped = (result: unknown) => (call: JsonObject) =>
  JSON.stringify({ jsonrpc: '2.0', id: call['id'], result });

describe('attachRemote', () => {
  it('turns a message into a call of JSON-RPC, and its result into the answer', async () => {
    const calls: JsonObject[] = [];
    const { heard, send, until, failures } = await setUp(
      answering((call) => {
        calls.push(call);
        return wrapped(ANSWER)(call);
      }),
    );
    send(ASK);
    expect(heard).toEqual([]);
    await until(1);
    expect(calls).toMatchObject([{ jsonrpc: '2.0', method: 'quorate_getTokenInfo' }]);
    expect(calls[0]?.['params']).toEqual({ tokenIds: [], era: 0 });
    expect(heard).toEqual([
      { from: 'v1', message: { type: 'Response', requestId: 'r1', result: ANSWER } },
    ]);
    expect(failures).toEqual([]);
  });

  it.each<[string, RequestListener]>([
    ['no JSON', answering(() => '<html>')],
    ['an error of JSON-RPC', answering(() => '{"jsonrpc":"2.0","id":1,"error":{"code":-32000}}')],
    ['another HTTP status', answering(wrapped(ANSWER), 500)],
    [
      'the id of another call',
      answering(() => `{"jsonrpc":"2.0","id":77,"result":${JSON.stringify(ANSWER)}}`),
    ],
    ['no result', answering((call) => JSON.stringify({ jsonrpc: '2.0', id: call['id'] }))],
    ['a result without a form', answering(wrapped({ type: 'TokenInfo', tokens: [[1, 2]] }))],
    ['what only proxies say', answering(wrapped({ type: 'PendingTransactions', envelopes: [] }))],
    [
      'no bytes of a transaction',
      answering(
        wrapped({
          type: 'Certificates',
          certificates: [
            {
              envelope: { isUnversioned: false, transaction: '09', signature: '00' },
              signatures: [],
            },
          ],
        }),
      ),
    ],
    ['a connection that breaks', (request) => request.socket.destroy()],
    [
      'half of an answer',
      (_, response) => {
        response.writeHead(200, { 'content-length': '1000' });
        response.write('{"jsonrpc"');
        process.nextTick(() => response.destroy());
      },
    ],
  ])('loses an answer that is %s, and nothing else', async (_, answer) => {
    const { heard, lost, send, until, failures } = await setUp(answer);
    send(ASK);
    await until(1);
    expect(heard).toEqual([]);
    expect(lost).toHaveLength(1);
    expect(lost[0]).toBeInstanceOf(Error);
    expect(failures).toEqual([]);
  });

  it.each<[string, Message, RequestListener]>([
    [
      'has more bytes than any account',
      { type: 'GetAccountInfo', requestId: 'r1', ...ALICE },
      answering((call) => ' '.repeat(1024 * 1024) + wrapped(ACCOUNT)(call)),
    ],
    [
      'has more values than all tokens',
      ASK,
      answering(wrapped({ ...ANSWER, more: Array.from({ length: 200_000 }, () => 1) })),
    ],
    [
      'comes in pieces that never end',
      ASK,
      (_, response) => {
        // Where nobody reads any more, newer Node.js says so at once, again and again.
        const write = (failure?: Error | null): void => {
          if (!failure) response.write(' '.repeat(1024 * 1024), write);
        };
        write();
      },
    ],
    [
      'comes after another that says to wait',
      ASK,
      (request, response) => {
        response.writeEarlyHints({ link: '<a>' });
        answering(wrapped(ANSWER))(request, response);
      },
    ],
  ])('loses an answer that %s', async (_, message, answer) => {
    const { heard, lost, send, until } = await setUp(answer);
    send(message);
    await until(1);
    expect(heard).toEqual([]);
    expect(lost).toMatchObject([{ name: expect.stringMatching(/RemoteError|DecodeError/) }]);
  });

  it('loses what waited long for a connection, and sends what came later', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const held: (() => void)[] = [];
    const asked: unknown[] = [];
    let arrive = (): void => undefined;
    const { heard, lost, send, until } = await setUp(
      answering(
        (call) => wrapped(ANSWER)(call),
        200,
        (call, respond) => {
          asked.push(call['params']);
          if (asked.length > CONNECTIONS) return respond();
          held.push(respond);
          if (held.length === CONNECTIONS) arrive();
        },
      ),
    );
    const allBusy = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    for (let index = 0; index < CONNECTIONS; index += 1) send({ ...ASK, requestId: `h${index}` });
    await allBusy;
    send({ ...ASK, requestId: 'early' });
    await setImmediate();
    vi.advanceTimersByTime(2001);
    send({ ...ASK, requestId: 'late' });
    await setImmediate();
    held[0]?.();
    await until(3);
    expect(heard).toMatchObject([
      { message: { requestId: 'h0' } },
      { message: { requestId: 'late' } },
    ]);
    expect(lost).toMatchObject([{ message: 'v1 has too much under way' }]);
    expect(asked).toHaveLength(CONNECTIONS + 1);
  });

  it('loses what is sent where nobody listens', async () => {
    const { heard, lost, send, until } = connect('http://127.0.0.1:9');
    send(ASK);
    await until(1);
    expect({ heard, lost: lost.length }).toEqual({ heard: [], lost: 1 });
  });

  it('ignores what is not for validators', async () => {
    const { heard, lost, send, until } = await setUp(answering(wrapped(ANSWER)));
    send({ type: 'GetPending', requestId: 'r0', address: addressOf('alice') });
    send(ASK);
    await until(1);
    expect(heard.map(({ message }) => message.type)).toEqual(['Response']);
    expect(lost).toEqual([]);
  });

  it('drops what is under way when the network is put back, and goes on', async () => {
    const reached: unknown[] = [];
    let hold = true;
    const { heard, lost, send, until, putBack } = await setUp((request, response) => {
      if (!hold) return answering(wrapped(ANSWER))(request, response);
      reached.push(request.url);
      hold = false;
      putBack();
    });
    send(ASK);
    await until(1);
    hold = true;
    // It waits for its connection, or for the library.
    send(ASK);
    await Promise.resolve();
    putBack();
    await until(2);
    hold = false;
    send({ ...ASK, requestId: 'r2' });
    await until(3);
    expect(reached).toEqual(['/']);
    expect(lost).toHaveLength(2);
    expect(heard).toMatchObject([{ message: { requestId: 'r2' } }]);
  });

  it('ignores an answer from before the network was put back that has come already', async () => {
    let isFirst = true;
    const { heard, send, until, beginEra } = await setUp((request, response) => {
      if (isFirst) {
        isFirst = false;
        beginEra();
        response.once('finish', () => send({ ...ASK, requestId: 'r2' }));
      }
      answering(wrapped(ANSWER))(request, response);
    });
    send(ASK);
    await until(1);
    expect(heard).toMatchObject([{ message: { requestId: 'r2' } }]);
  });

  it('sends nothing once it is closed, and frees its name', async () => {
    let release = (): void => undefined;
    const reached = new Promise<void>((arrive) => {
      release = arrive;
    });
    const { transport, remote, heard, lost, send } = await setUp(() => release());
    send(ASK);
    await reached;
    await remote.close();
    expect({ heard, lost }).toEqual({ heard: [], lost: [] });
    transport.attach('v1', () => undefined);
  });
});
