import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { afterAll, expect, it } from 'vitest';
import { changeUnderLoad } from '../committees/changes.ts';
import { startCommanded } from '../committees/command.ts';

const cwd = mkdtempSync(join(tmpdir(), 'quorate-committees-'));
afterAll(() => rmSync(cwd, { recursive: true, force: true, maxRetries: 5 }));

/** Payments a second, of all accounts together. */
const RATE = Number(process.env['QUORATE_SOAK_RATE'] ?? 200);
/** With `--processes`, each validator has a process of its own; with none of both, it keeps its data on disk. */
const OPTIONS = (process.env['QUORATE_SOAK_DEVNET'] ?? '--ephemeral')
  .split(' ')
  .filter((each) => each !== '');

// Five changes: up to 7, down to 4, up to 10, down to 4, and another four.
const COMMANDS = [
  ['--grow-to', '7'],
  ['--shrink-to', '4'],
  ['--grow-to', '10'],
  ['--shrink-to', '4'],
  ['--members', 'v11', 'v12', 'v13', 'v14'],
];

it(`${RATE} payments a second go on through five changes of committee`, async () => {
  const start = performance.now();
  const devnet = await startCommanded(cwd, ['--accounts', '100', ...OPTIONS]);
  const { payments, byEpoch, unanswered, rate, slowest } = await changeUnderLoad(devnet, COMMANDS, {
    rate: RATE,
  }).finally(() => devnet.abandon());
  const seconds = ((performance.now() - start) / 1000).toFixed(0);
  process.stdout.write(
    `soak committees: ${payments} payments, ${rate.toFixed(0)} a second, by epoch ` +
      `${JSON.stringify([...byEpoch.entries()])}; none failed, none doubled; ${unanswered} were sent again for ` +
      `want of an answer; the slowest took ${slowest.toFixed(0)} ms; ${seconds} s\n`,
  );
  expect([...byEpoch.keys()].length).toBeGreaterThan(1);
});
