import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { COMMAND, ROOT } from '../built-command.ts';

/** How many seeds of each swarm have to run without a failure. */
const SEEDS = Number(process.env['QUORATE_SOAK_SWARMS'] ?? 20_000);

const FIRST = BigInt(process.env['QUORATE_SOAK_SEED'] ?? '0x5eed');

describe('the swarms that ship, with stub signatures', () => {
  // `quorate fuzz` draws few failing disks, and never all classes of faults at once.
  it.each(['failing-disks', 'everything-at-once', 'liars-on-a-good-network'])('%s', (name) => {
    const file = `scenarios/swarm/${name}.yaml`;
    const seeds = `${FIRST}..${FIRST + BigInt(SEEDS) - 1n}`;
    const options = ['--seeds', seeds, '--crypto', 'stub', '--json'];
    const { stdout } = spawnSync(process.execPath, [COMMAND, 'run', file, ...options], {
      cwd: ROOT,
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [{ runs, failed, failures, runsPerSecond }] = JSON.parse(stdout).campaigns;
    process.stdout.write(
      `soak ${name} --seeds ${seeds}: ${runs} runs, ${failed} failed; ${runsPerSecond.toFixed(1)} runs/s\n`,
    );
    expect(failures).toEqual([]);
    expect(runs).toBe(SEEDS);
  });
});
