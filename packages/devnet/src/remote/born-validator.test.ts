import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { freshNetwork } from '../constitution-file.ts';
import { DEFAULT_CONSTITUTION, DEFAULT_HOST, isOfTheMachine } from '../options.ts';
import { type BornValidator, bearValidator } from './born-validator.ts';

// The process runs what was built: `npm run build` comes first, as in `npm test`.

describe('the process of a validator that has not listened yet', () => {
  let dataDir: string;
  let born: BornValidator;
  let failure: Promise<unknown>;
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'quorate-born-'));
    const founded = freshNetwork(DEFAULT_CONSTITUTION, 0n);
    const place = { host: DEFAULT_HOST, allowHosts: [], port: 0, dataDir };
    const life = { hadCome: false, isTemporary: false, rows: undefined, peers: [] };
    const hear = () => undefined;
    born = bearValidator({ type: 'Start', founded, name: 'v1', ...place, ...life }, hear);
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
