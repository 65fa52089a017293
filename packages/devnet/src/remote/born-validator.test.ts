import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { freshNetwork } from '../constitution-file.ts';
import { DEFAULT_CONSTITUTION } from '../options.ts';
import { bearValidator } from './born-validator.ts';

// The process runs what was built: `npm run build` comes first, as in `npm test`.

describe('the process of a validator', () => {
  it('ends by itself where it is to stop before it listens', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'quorate-born-'));
    const born = bearValidator(
      {
        type: 'Start',
        founded: freshNetwork(DEFAULT_CONSTITUTION, 0n),
        name: 'v1',
        host: '127.0.0.1',
        allowHosts: [],
        port: 0,
        dataDir,
        hadCome: false,
        isTemporary: false,
        rows: undefined,
        peers: [],
      },
      () => undefined,
    );
    const listening = expect(born.listening).rejects.toThrow('v1 cannot come up');
    await born.stop();
    expect(await born.ended).toBe('exit code 0');
    await listening;
    rmSync(dataDir, { recursive: true });
  });
});
