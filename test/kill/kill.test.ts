import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { killMany } from './kill.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'quorate-kill-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const KILLS = 8;
// Many processes start, which takes a busy machine its time.
const TIME = { timeout: 900_000 };
const SEED = Number(process.env['QUORATE_KILL_SEED'] ?? Math.floor(Math.random() * 2 ** 31));

describe('a devnet of processes under load', () => {
  it(
    `loses nothing it acknowledged and signs nothing twice in ${KILLS} kills (QUORATE_KILL_SEED=${SEED})`,
    TIME,
    async () => {
      const { kills, acknowledged, settled } = await killMany(dataDir, {
        kills: KILLS,
        seed: SEED,
      });
      expect(kills.command).toBeGreaterThan(0);
      expect(kills.command + kills.validators).toBeGreaterThanOrEqual(KILLS);
      expect(settled).toBeGreaterThanOrEqual(acknowledged);
      expect(acknowledged).toBeGreaterThan(0);
    },
  );
});
