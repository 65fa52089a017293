import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Standing } from '../committee/standing.ts';
import { freshNetwork } from '../data/constitution-file.ts';
import type { NumberedAilments } from '../faults/ailment.ts';
import { DEFAULT_CONSTITUTION } from '../options.ts';
import type { Given, Listening } from './born-validator.ts';
import type { FromValidator, StartMessage } from './process-messages.ts';
import { createSupervised } from './supervised-validator.ts';
import { seatsOf } from './validator-process.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A process that does what a test says. */
interface Fake {
  readonly start: StartMessage;
  listens(port: number): void;
  ends(how: string): void;
  readonly says: (message: FromValidator) => void;
  readonly asked: string[];
}

/** A promise that is settled from outside. */
function later<T>() {
  let resolve = (_: T): void => undefined;
  let reject = (_: Error): void => undefined;
  const promise = new Promise<T>((keep, breakIt) => {
    resolve = keep;
    reject = breakIt;
  });
  // By the time it ends, nobody may have asked whether it listens.
  promise.catch(() => undefined);
  return { promise, resolve, reject };
}

function setUp(within?: number, ailments: NumberedAilments = []) {
  const born: Fake[] = [];
  const troubles: string[] = [];
  const supervised = createSupervised(
    {
      start: {
        founded: freshNetwork(DEFAULT_CONSTITUTION, 0n),
        name: 'v1',
        host: '127.0.0.1',
        allowHosts: [],
        port: 0,
        dataDir: '/nowhere',
        hadCome: false,
        isTemporary: false,
      },
      within,
      peers: () => [],
      ailments: () => ailments,
      onNoted: () => undefined,
      onTrouble: (text) => troubles.push(text),
    },
    (start, hear) => {
      const asked: string[] = [];
      const listening = later<Listening>();
      const ended = later<string>();
      born.push({
        start,
        asked,
        says: hear,
        listens: (port) => listening.resolve({ port, url: `http://127.0.0.1:${port}` }),
        ends(how) {
          ended.resolve(how);
          listening.reject(new Error('it never listened'));
        },
      });
      return {
        pid: 1000 + born.length,
        listening: listening.promise,
        ended: ended.promise,
        kill: () => void asked.push('kill'),
        async stop() {
          asked.push('stop');
          await ended.promise;
        },
        ask: ({ type }) => {
          asked.push(type);
          const answer = type === 'Halt' ? { type: 'Halted' } : { type: 'Rows', rows: [] };
          return Promise.resolve({ id: 1, ...answer } as Given);
        },
        tell: ({ type }) => void ((type === 'GoOn' || ailments.length > 0) && asked.push(type)),
      };
    },
  );
  /** Lets promises settle, and this much time pass. */
  const pass = (milliseconds = 0) => vi.advanceTimersByTimeAsync(milliseconds);
  const last = (): Fake => {
    const fake = born.at(-1);
    if (fake === undefined) throw new Error('there was no process');
    return fake;
  };
  return { supervised, born, troubles, pass, last };
}

async function serving() {
  const given = setUp();
  const begun = given.supervised.begin();
  await given.pass();
  given.last().listens(7420);
  await begun;
  return given;
}

describe('a supervised validator', () => {
  it('serves once its process listens', async () => {
    const { supervised, born } = await serving();
    expect([supervised.status(), supervised.pid(), born.length]).toEqual(['active', 1001, 1]);
  });

  it('is killed if its first process hangs before it serves, because others wait for it', async () => {
    const { supervised, troubles, pass, last } = setUp(30_000);
    const begun = supervised.begin().catch(String);
    await pass(29_999);
    expect(last().asked).toEqual([]);
    await pass(1);
    expect(last().asked).toEqual(['kill']);
    last().ends('SIGKILL');
    expect(await begun).toBe('AdminError: v1: not up after 30000 ms');
    expect([supervised.status(), troubles]).toEqual(['crashed', []]);
  });

  it('is started again on the same port when its process ends unasked', async () => {
    const { supervised, born, troubles, pass, last } = await serving();
    last().ends('SIGKILL');
    await pass();
    expect([supervised.status(), supervised.pid(), born.length]).toEqual(['failed', undefined, 1]);
    expect(troubles).toEqual(['the process of v1 ended: SIGKILL; it is started again in 100 ms']);
    await pass(100);
    // What it held before it has to hold now.
    expect([born[0]?.start.hadCome, last().start.hadCome]).toEqual([false, true]);
    expect(last().start.port).toBe(7420);
    last().listens(7420);
    await pass();
    expect([supervised.status(), supervised.pid()]).toEqual(['active', 1002]);
  });

  it('suffers from its faults before it serves', async () => {
    const { supervised, troubles, pass, last } = setUp(undefined, [[1, { kind: 'pause' }]]);
    const begun = supervised.begin();
    await pass();
    last().listens(7420);
    await begun;
    expect([last().asked, troubles]).toEqual([['Suffer', 'Peers'], []]);
  });

  it('is started ever more rarely after short lives, and at once when somebody asks', async () => {
    const { supervised, born, pass, last } = await serving();
    for (let end = 0; end < 9; end += 1) {
      last().ends('exit code 70');
      await pass(5000);
    }
    expect(born.length).toBe(10);
    last().ends('exit code 70');
    await pass(4999);
    expect([supervised.status(), born.length]).toEqual(['failed', 10]);
    supervised.start();
    await pass();
    last().listens(7420);
    await pass(60_000);
    expect([supervised.status(), born.length]).toEqual(['active', 11]);
  });

  it('stays down when it was taken down, even while it waits to be started again', async () => {
    const { supervised, born, pass, last } = await serving();
    last().ends('SIGKILL');
    await pass();
    supervised.kill();
    await pass(60_000);
    expect([supervised.status(), born.length]).toEqual(['crashed', 1]);
  });

  it('waits for its previous process, which has its port and files, and starts none after it was stopped', async () => {
    const { supervised, born, pass, last } = await serving();
    supervised.kill();
    expect(last().asked).toEqual(['kill']);
    supervised.start();
    await pass();
    expect([supervised.status(), born.length]).toEqual(['booting', 1]);
    void supervised.stop();
    last().ends('SIGKILL');
    await pass(60_000);
    expect([supervised.status(), born.length]).toEqual(['crashed', 1]);
  });

  it('cannot be started once it was stopped', async () => {
    const { supervised, born, pass, last } = await serving();
    const stopped = supervised.stop();
    last().ends('exit code 0');
    await stopped;
    supervised.start();
    const restored = expect(supervised.restore([])).rejects.toMatchObject({ code: 'NODE_DOWN' });
    await pass(60_000);
    await restored;
    expect([supervised.status(), born.length]).toEqual(['crashed', 1]);
  });

  it('is up once its next process listens', async () => {
    const { supervised, pass, last } = await serving();
    await supervised.up();
    supervised.kill();
    last().ends('SIGKILL');
    supervised.start();
    let isUp = false;
    const up = supervised.up().then(() => {
      isUp = true;
    });
    await pass(1000);
    expect([supervised.status(), isUp]).toEqual(['booting', false]);
    last().listens(7420);
    await up;
    expect([supervised.status(), isUp]).toEqual(['active', true]);
  });

  it('says why it is not up: its process ended, it was taken down, or it takes too long', async () => {
    const { supervised, pass, last } = await serving();
    const startAgain = () => {
      supervised.kill();
      last().ends('SIGKILL');
      supervised.start();
      return expect(supervised.up()).rejects;
    };
    const ended = startAgain().toMatchObject({
      code: 'NODE_DOWN',
      message: 'v1 did not come up: it never listened',
    });
    await pass();
    last().ends('exit code 78');
    await ended;
    const taken = startAgain().toMatchObject({
      code: 'NODE_DOWN',
      message: 'v1 did not come up: v1 was taken down before it was up',
    });
    supervised.kill();
    await pass();
    await taken;
    const takenLate = startAgain().toMatchObject({
      code: 'NODE_DOWN',
      message: 'v1 did not come up: v1 was taken down before it was up',
    });
    await pass();
    supervised.kill();
    last().ends('SIGKILL');
    await takenLate;
    const late = startAgain().toMatchObject({
      status: 408,
      code: 'TIMEOUT',
      message: 'v1: not up after 30000 ms',
    });
    await pass(30_000);
    await late;
  });

  it('shows what it holds while it is halted, and not from a process that came later', async () => {
    const { supervised, pass, last } = await serving();
    const halt = supervised.halt();
    await halt.reached;
    expect(await supervised.snapshot()).toEqual([]);
    halt.end();
    expect(last().asked).toEqual(['Halt', 'Snapshot', 'GoOn']);
    const next = supervised.halt();
    await next.reached;
    last().ends('SIGKILL');
    await pass(100);
    last().listens(7420);
    await pass();
    const down = { code: 'NODE_DOWN', message: 'v1 is down: start it first' };
    await expect(supervised.snapshot()).rejects.toMatchObject(down);
    expect(last().asked).toEqual([]);
    supervised.kill();
    await expect(supervised.halt().reached).rejects.toMatchObject(down);
  });

  describe('that is put back', () => {
    const ROWS = [['k', 1]] as const;

    async function putBack() {
      const given = await serving();
      const first = given.last();
      const restored = given.supervised.restore(ROWS).catch((failure: unknown) => failure);
      expect(first.asked).toEqual(['kill']);
      first.ends('SIGKILL');
      await given.pass();
      return { ...given, restored };
    }

    it('holds what it was given once it serves, and begins with its own store after that', async () => {
      const { supervised, born, pass, last, restored } = await putBack();
      expect(last().start.rows).toBe(ROWS);
      last().listens(7420);
      expect(await restored).toBe(undefined);
      expect([supervised.status(), born.length]).toEqual(['active', 2]);
      last().ends('SIGKILL');
      await pass(100);
      expect(last().start.rows).toBe(undefined);
    });

    it('tells nothing of the seat that is undone, though it does not come up', async () => {
      const { supervised, last } = await serving();
      const standing = { served: 1 } as Standing;
      last().says({ type: 'Moved', standing });
      supervised.kill();
      expect(supervised.standing()).toBe(standing);
      supervised.restore(ROWS).catch(() => undefined);
      expect(supervised.standing()).toBe(undefined);
    });

    it('is tried again where its process ends before it serves', async () => {
      const { supervised, born, pass, last, restored } = await putBack();
      last().ends('SIGKILL');
      await pass();
      expect([born.length, last().start.rows]).toEqual([3, ROWS]);
      last().listens(7420);
      expect(await restored).toBe(undefined);
      expect(supervised.status()).toBe('active');
    });

    it('is given up after three processes, and the next one begins with the same', async () => {
      const { supervised, born, pass, last, restored } = await putBack();
      for (let end = 0; end < 3; end += 1) {
        last().ends('exit code 78');
        await pass();
      }
      expect(await restored).toMatchObject({
        code: 'NODE_DOWN',
        message: 'v1 did not come up: it never listened',
      });
      expect([supervised.status(), born.length]).toEqual(['failed', 4]);
      await pass(5000);
      expect([born.length, last().start.rows]).toEqual([5, ROWS]);
    });

    it('stays down where it is taken down meanwhile, and begins with the same once it is started', async () => {
      const { supervised, born, pass, last, restored } = await putBack();
      supervised.kill();
      last().ends('SIGKILL');
      expect(await restored).toMatchObject({ code: 'NODE_DOWN' });
      await pass(60_000);
      expect([supervised.status(), born.length]).toEqual(['crashed', 2]);
      supervised.start();
      await pass();
      expect(last().start.rows).toBe(ROWS);
    });

    it('is waited for where somebody starts it meanwhile', async () => {
      const { supervised, pass, last, restored } = await putBack();
      supervised.kill();
      supervised.start();
      last().ends('SIGKILL');
      await pass();
      expect(last().start.rows).toBe(ROWS);
      last().listens(7420);
      expect(await restored).toBe(undefined);
    });

    it('is not waited for without end', async () => {
      const { pass, restored } = await putBack();
      await pass(30_000);
      expect(await restored).toMatchObject({ code: 'TIMEOUT' });
    });
  });

  it.each([
    ['SIGINT', []],
    ['SIGKILL', ['the process of v1 ended: SIGKILL']],
  ])('tells of a first process that ends by %s before it listens: %j', async (end, told) => {
    const { supervised, troubles, pass, last } = setUp();
    const begun = expect(supervised.begin()).rejects.toThrow('it never listened');
    await pass(0);
    last().ends(end);
    await begun;
    expect(troubles).toEqual(told);
  });

  it('is not started again where its very first process never listened', async () => {
    const { supervised, born, pass, last } = setUp();
    const begun = supervised.begin();
    const refused = expect(begun).rejects.toThrow('it never listened');
    await pass();
    last().ends('exit code 78');
    await refused;
    await pass(60_000);
    expect([supervised.status(), born.length]).toEqual(['failed', 1]);
  });
});

describe('the seats of a validator in a process of its own', () => {
  it('give up a key if the process stands still and does not derive it', async () => {
    const { freshKey } = seatsOf({ ask: () => new Promise(() => undefined) }, 'v1');
    const told = expect(freshKey()).rejects.toMatchObject({
      status: 408,
      message: 'v1: no key after 30000 ms',
    });
    await vi.advanceTimersByTimeAsync(30_000);
    await told;
  });
});
