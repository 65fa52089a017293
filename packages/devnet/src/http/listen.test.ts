import { type ChannelListener, subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import {
  isEveryAddress,
  ListenError,
  type Listener,
  type ListenOptions,
  listen,
} from './listen.ts';

const open: Listener[] = [];
const sockets: Socket[] = [];

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await Promise.all(open.splice(0).map((listener) => listener.close()));
});

async function start(options: Pick<ListenOptions, 'patience' | 'log'> = {}): Promise<Listener> {
  const listener = await listen({ role: 'a test', host: '127.0.0.1', port: 0, ...options });
  open.push(listener);
  return listener;
}

async function knock({ port }: Listener): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

const GET = 'GET / HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n';

/** Resolves once the server knows of every connection that was made before. */
const hasHeard = async ({ url }: Listener) => (await fetch(url)).text();

describe('ListenError', () => {
  it.each(['ENOTFOUND', 'EAI_AGAIN'])('says of %s that the host is not known', (code) => {
    const place = { role: 'a test', host: 'nope.invalid', port: 0 };
    expect(new ListenError(place, code).message).toBe(
      'a test cannot listen on nope.invalid:0: nobody knows a host of that name',
    );
  });

  it.each(['EMFILE', 'ENFILE'])('says of %s what helps', (code) => {
    const place = { role: 'a test', host: '127.0.0.1', port: 7 };
    expect(new ListenError(place, code).message).toBe(
      'a test cannot listen on 127.0.0.1:7: too many files are open: close connections, or allow more open files (ulimit -n)',
    );
  });
});

describe('a server that is bound to every address', () => {
  it('has a URL that this machine can open', async () => {
    const listener = await listen({ role: 'a test', host: '0.0.0.0', port: 0 });
    open.push(listener);
    expect(listener.url).toBe(`http://127.0.0.1:${listener.port}`);
  });

  it.each([
    ['0.0.0.0', true],
    ['::', true],
    ['0:0:0:0:0:0:0:0', true],
    ['127.0.0.1', false],
    ['10.0.0.0', false],
    ['::1', false],
    ['localhost', false],
  ])('is told from one that is not: %s', (host, isEvery) => {
    expect(isEveryAddress(host)).toBe(isEvery);
  });
});

describe('listen', () => {
  it('answers, once it serves, callers that asked before', async () => {
    const listener = await start();
    const early = await knock(listener);
    early.write('GET / HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n');
    // The answer to nonsense says that the server has read what came before it.
    const nonsense = await knock(listener);
    nonsense.write('nonsense\r\n\r\n');
    await once(nonsense, 'data');
    listener.serve(() => new Response('here'));
    const [answer] = (await once(early, 'data')) as [Buffer];
    expect(String(answer)).toMatch(/^HTTP\/1.1 200 OK\r\n[\s\S]*here/);
  });

  it('closes though somebody has connected and says nothing', async () => {
    const listener = await start();
    listener.serve(() => new Response('here'));
    const socket = await knock(listener);
    await hasHeard(listener);
    await Promise.all([once(socket, 'close'), listener.close()]);
  });

  it('answers what is under way before it closes, and keeps no connection after', async () => {
    const listener = await start();
    let answer = (_: Response): void => undefined;
    const asked = new Promise<void>((resolve) => {
      listener.serve(() => {
        resolve();
        return new Promise((give) => {
          answer = give;
        });
      });
    });
    const pending = fetch(listener.url);
    await asked;
    const closed = listener.close();
    answer(new Response('at last'));
    expect(await (await pending).text()).toBe('at last');
    await closed;
  });

  it('answers many requests sent at once over one connection, and takes no more than 128', async () => {
    const listener = await start();
    const asked: (() => void)[] = [];
    let hear = (): void => undefined;
    listener.serve(
      () =>
        new Promise((give) => {
          asked.push(() => give(new Response('here')));
          if (asked.length === 128) hear();
        }),
    );
    const all = new Promise<void>((resolve) => {
      hear = resolve;
    });
    const [patient, greedy] = [await knock(listener), await knock(listener)];
    let answers = '';
    const answered = new Promise<void>((resolve) => {
      patient.on('data', (data) => {
        answers += String(data);
        if (answers.split('here').length > 128) resolve();
      });
    });
    patient.write(GET.repeat(128));
    await all;
    for (const answer of asked.splice(0)) answer();
    await answered;
    greedy.write(GET.repeat(1000));
    await once(greedy, 'close');
    expect(asked).toHaveLength(128);
  });

  it('closes at once although a caller is gone that waited for several answers', async () => {
    const listener = await start();
    let asked = 0;
    let hear = (): void => undefined;
    const all = new Promise<void>((resolve) => {
      hear = resolve;
    });
    listener.serve(() => {
      asked += 1;
      if (asked === 3) hear();
      return new Promise(() => undefined);
    });
    const socket = await knock(listener);
    socket.write(GET.repeat(3));
    await all;
    // Others, who say nothing, are cut off as soon as nobody waits.
    await knock(listener);
    socket.destroy();
    await once(socket, 'close');
    let hadToGiveUp = false;
    await listener.close(() => {
      hadToGiveUp = true;
    });
    expect(hadToGiveUp).toBe(false);
  });

  it.each([
    ['its headers', 'POST / HTTP/1.1\r\nhost: 127.0.0.1\r\n'],
    ['its body', 'POST / HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 5\r\n\r\n1'],
    ['anything', ''],
  ])('breaks off a caller that never finishes sending %s', async (_, sent) => {
    const listener = await start({ patience: 200 });
    listener.serve(async (request) => new Response(await request.text()));
    const socket = await knock(listener);
    let answer = '';
    socket.on('data', (data) => {
      answer += String(data);
    });
    socket.write(sent);
    await once(socket, 'close');
    expect(answer).toMatch(/^(HTTP\/1.1 408 |$)/);
  });

  describe('if a caller reads nothing', () => {
    /** More than systems hold for a caller. */
    const LARGE = new Blob(['x'.repeat(16 * 1024 * 1024)]);

    /** Sends requests over one connection; resolves once the server has let go of that. */
    async function readNothing(listener: Listener, requests = 1): Promise<void> {
      const accepted = new Promise<Socket>((resolve) => {
        const hear: ChannelListener = (message) => {
          unsubscribe('net.server.socket', hear);
          resolve((message as { readonly socket: Socket }).socket);
        };
        subscribe('net.server.socket', hear);
      });
      const socket = (await knock(listener)).pause();
      socket.write('GET /unread HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n'.repeat(requests));
      await once(await accepted, 'close');
    }

    it.each([
      ['a large answer', 1, () => new Response(LARGE)],
      ['an answer in parts', 1, () => new Response(LARGE.stream())],
      ['many small answers', 1000, () => new Response(LARGE.slice(0, 32 * 1024))],
    ])('breaks off %s', async (_, requests, answer) => {
      const listener = await start({ patience: 100 });
      listener.serve(answer);
      await readNothing(listener, requests);
    });

    it('waits for an answer that takes longer than that', async () => {
      const listener = await start({ patience: 100 });
      let answer = (_: Response): void => undefined;
      let hear = (): void => undefined;
      const asked = new Promise<void>((resolve) => {
        hear = resolve;
      });
      listener.serve(({ url }) => {
        if (url.endsWith('/unread')) return new Response(LARGE);
        hear();
        return new Promise((give) => {
          answer = give;
        });
      });
      const pending = fetch(listener.url);
      await asked;
      await readNothing(listener);
      answer(new Response('at last'));
      expect(await (await pending).text()).toBe('at last');
    });
  });

  it('gives up what takes too long, and can say that there is no answer', async () => {
    const listener = await start();
    let giveUp = (): void => undefined;
    const asked = new Promise<void>((resolve) => {
      listener.serve(() => {
        resolve();
        return new Promise((give) => {
          giveUp = () => give(new Response('no answer', { status: 503 }));
        });
      });
    });
    const pending = fetch(listener.url);
    await asked;
    const closed = listener.close(() => giveUp());
    expect((await pending).status).toBe(503);
    await closed;
  });

  it('logs what it answered, and apart from that what controls a devnet, without the bodies', async () => {
    const noted: unknown[][] = [];
    const note =
      (level: string) =>
      (...entry: unknown[]): void =>
        void noted.push([level, ...entry]);
    const log = {
      debug: note('debug'),
      info: note('info'),
      warn: note('warn'),
      error: note('error'),
    };
    const listener = await start({ log });
    listener.serve(() => new Response('there is none', { status: 404 }));
    await (await fetch(`${listener.url}/v1/accounts?token=secret`)).text();
    await (await fetch(`${listener.url}/_devnet/v1/snapshots`, { method: 'POST' })).text();
    await listener.close();
    const common = { role: 'a test', status: 404, millis: expect.any(Number) };
    expect(noted).toEqual([
      ['debug', { ...common, method: 'GET', path: '/v1/accounts' }, 'answered'],
      ['info', { ...common, method: 'POST', path: '/_devnet/v1/snapshots' }, 'controlled'],
    ]);
  });

  it('breaks off what does not end', async () => {
    const listener = await start();
    const asked = new Promise<void>((resolve) => {
      listener.serve(() => {
        resolve();
        return new Promise(() => undefined);
      });
    });
    const pending = fetch(listener.url);
    const refused = expect(pending).rejects.toThrow('fetch failed');
    await asked;
    await listener.close();
    await refused;
  });
});
