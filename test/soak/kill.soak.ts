import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { afterAll, it } from 'vitest';
import { killMany } from '../kill/kill.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'quorate-kill-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const KILLS = Number(process.env['QUORATE_SOAK_KILLS'] ?? 500);
const SEED = Number(process.env['QUORATE_KILL_SEED'] ?? Math.floor(Math.random() * 2 ** 31));

it(`a devnet of processes stands ${KILLS} kills (QUORATE_KILL_SEED=${SEED})`, async () => {
  const start = performance.now();
  const { kills, acknowledged, signatures, settled } = await killMany(dataDir, {
    kills: KILLS,
    seed: SEED,
  });
  const seconds = ((performance.now() - start) / 1000).toFixed(0);
  process.stdout.write(
    `soak kills, seed ${SEED}: the command ${kills.command} times, validators ${kills.validators} times; ` +
      `${acknowledged} acknowledged, ${settled} settled, ${signatures} signatures, none twice, ` +
      `none lost; ${seconds} s\n`,
  );
});
