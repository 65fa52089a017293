import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { COMMAND, ROOT } from '../built-command.ts';

/** How many generated runs the correct core has to survive with stub signatures. */
const RUNS = Number(process.env['QUORATE_SOAK_RUNS'] ?? 1_000_000);

/** How many times fewer there are in which every signature is verified. */
const FULL_SHARE = 50;

/** The first seed; a soak that found something is repeated with it. */
const FIRST = process.env['QUORATE_SOAK_SEED'] ?? '0x5eed';

describe('the correct core survives generated runs', () => {
  it('with stub signatures', () => survives(RUNS, 'stub', 'random'));

  it('with every signature verified', () =>
    survives(Math.ceil(RUNS / FULL_SHARE), 'full', 'random'));

  it('scheduled by priorities, with stub signatures', () =>
    survives(Math.ceil(RUNS / FULL_SHARE), 'stub', 'pct:3'));
});

/** Runs `quorate fuzz`, which `npm run build` has made, on all cores, and prints a line to be quoted. */
async function survives(runs: number, crypto: string, strategy: string): Promise<void> {
  const means = ['--strategy', strategy, '--crypto', crypto, '--base-seed', FIRST];
  const child = spawn(
    process.execPath,
    [COMMAND, 'fuzz', '--runs', `${runs}`, ...means, '--json'],
    {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  let printed = '';
  child.stdout.on('data', (text: Buffer) => {
    printed += text;
  });
  const [status] = await once(child, 'close');
  const { failed, findings, shapes, runsPerSecond } = JSON.parse(printed);
  process.stdout.write(
    `soak ${runs} generated runs, ${strategy}, ${crypto}: ${failed} failed, ` +
      `${shapes} shapes; ${runsPerSecond.toFixed(1)} runs/s\n`,
  );
  expect(findings).toEqual([]);
  expect(status).toBe(0);
}
