import { ChildProcess, fork } from 'node:child_process';
import { on, once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { freshNetwork } from '../data/constitution-file.ts';
import { DEFAULT_CONSTITUTION, DEFAULT_HOST, isOfTheMachine } from '../options.ts';
import { type BornValidator, bearValidator } from './born-validator.ts';
import type { StartMessage } from './process-messages.ts';

// The process runs what was built: `npm run build` comes first, as in `npm test`.

function startIn(dataDir: string, isTemporary: boolean): StartMessage {
  const founded = freshNetwork(DEFAULT_CONSTITUTION, 0n);
  const place = { host: DEFAULT_HOST, allowHosts: [], port: 0, dataDir };
  const life = { hadCome: false, isTemporary, rows: undefined, peers: [] };
  return { type: 'Start', founded, name: 'v1', ...place, ...life };
}

describe('the process of a validator that has not listened yet', () => {
  let dataDir: string;
  let born: BornValidator;
  let failure: Promise<unknown>;
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'quorate-born-'));
    born = bearValidator(startIn(dataDir, false), () => undefined);
    failure = born.listening.catch((each: unknown) => each);
  });
  afterEach(() => {
    vi.useRealTimers();
    rmSync(dataDir, { recursive: true });
  });

  it('does not blame the data when it is killed', async () => {
    born.kill();
    expect(await born.ended).toBe('SIGKILL');
    expect(await failure).toMatchObject({
      code: 'ProcessLost',
      message: 'the process of v1 was ended by SIGKILL before it served',
    });
    expect(await failure).toSatisfy(isOfTheMachine);
  });

  it('ends by itself when it is told to stop', async () => {
    // On a busy machine, coming up may take longer than the time that it is given to end.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await born.stop();
    expect(await born.ended).toBe('exit code 0');
    expect(await failure).toMatchObject({
      code: 'ProcessLost',
      message: 'the process of v1 was stopped before it served',
    });
  });
});

describe('the process of a validator that could not be started', () => {
  it('has ended, and says why, though too many open files left it without a channel', async () => {
    const child = new ChildProcess();
    const { listening, ended, stop } = bearValidator(
      startIn('/nowhere', false),
      () => undefined,
      () => child,
    );
    const failure = listening.catch((each: unknown) => each);
    child.emit('error', new Error('spawn EMFILE'));
    expect(await ended).toBe('Error: spawn EMFILE');
    expect(await failure).toMatchObject({
      code: 'ProcessLost',
      message: 'the process of v1 could not start: spawn EMFILE',
    });
    await expect(stop()).resolves.toBe(undefined);
  });
});

describe('the process of a validator whose parent is gone', () => {
  it('ends, and removes its temporary data, though it was about to say something', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'quorate-born-'));
    const entry = fileURLToPath(new URL('../../dist/validator-main.js', import.meta.url));
    const child = fork(entry, {
      serialization: 'advanced',
      execArgv: [],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    const said = child.stderr === null ? '' : text(child.stderr);
    child.send(startIn(dataDir, true));
    for await (const [message] of on(child, 'message')) if (message.type === 'Listening') break;
    // It wakes to the question and to the end of the channel.
    child.kill('SIGSTOP');
    child.send({ type: 'SettledAt', id: 1, transactionIds: ['00'.repeat(32)] });
    child.disconnect();
    child.kill('SIGCONT');
    expect(await once(child, 'exit')).toEqual([0, null]);
    expect(await said).toBe('');
    expect(existsSync(dataDir)).toBe(false);
  });
});
