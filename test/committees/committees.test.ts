import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { changeUnderLoad } from './changes.ts';
import { type CommandedDevnet, startCommanded } from './command.ts';

// The commands run what was built: `npm run build` comes first, as in `npm test`.

let cwd: string;
let devnet: CommandedDevnet | undefined;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'quorate-committees-'));
});
afterEach(async () => {
  await devnet?.stop();
  devnet = undefined;
  rmSync(cwd, { recursive: true });
});

describe('a committee that changes while payments flow', () => {
  it('grows to 7, shrinks to 4 and replaces everybody, by one command: no payment fails, none counts twice', async () => {
    devnet = await startCommanded(cwd, ['--accounts', '20']);
    const commands = [['--grow-to', '7', '--shrink-to', '4', '--replace-all']];
    const { byEpoch, payments } = await changeUnderLoad(devnet, commands, { rate: 12 });
    expect([...byEpoch.values()].reduce((sum, count) => sum + count)).toBe(payments);
    expect(byEpoch.size).toBeGreaterThan(1);
  });

  it('does so in processes, though proxy and members crash meanwhile', async () => {
    const started = await startCommanded(cwd, ['--processes', '--accounts', '5']);
    devnet = started;
    const disturb = async (): Promise<void> => {
      for (const [node, restartAfter] of [
        ['p1', '300 ms'],
        ['v2', '1 s'],
      ]) {
        await started.admin('POST', '/faults', { kind: 'crash', node, restartAfter });
      }
    };
    const commands = [
      ['--grow-to', '5'],
      ['--members', 'v2', 'v3', 'v4', 'v5'],
    ];
    const { byEpoch } = await changeUnderLoad(started, commands, { rate: 5, disturb });
    expect([...byEpoch.keys()].toSorted()).toEqual([0, 1, 2]);
  });
});
