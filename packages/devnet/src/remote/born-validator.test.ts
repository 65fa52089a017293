import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { DEFAULT_CONSTITUTION, DEFAULT_HOST, isOfTheMachine } from '../options.ts';
import { bearValidator } from './born-validator.ts';

// The process runs what was built: `npm run build` comes first, as in `npm test`.

it('does not blame the data where the process was killed before it served', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'quorate-born-'));
  const founded = { ...DEFAULT_CONSTITUTION, acceptsUnversioned: true, genesisTimeNanos: 0n };
  const place = { host: DEFAULT_HOST, allowHosts: [], port: 0, dataDir };
  const life = { hadCome: false, isTemporary: false, rows: undefined, peers: [] };
  const hear = () => undefined;
  const born = bearValidator({ type: 'Start', founded, name: 'v1', ...place, ...life }, hear);
  const failure = born.listening.catch((each: unknown) => each);
  born.kill();
  expect(await born.ended).toBe('SIGKILL');
  expect(await failure).toMatchObject({
    code: 'ProcessLost',
    message: 'the process of v1 was ended by SIGKILL before it served',
  });
  expect(await failure).toSatisfy(isOfTheMachine);
  rmSync(dataDir, { recursive: true });
});
