import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect } from 'vitest';
import { COMMAND, ROOT } from '../built-command.ts';

/** The first seed; a soak that found something is repeated with it. */
const FIRST = process.env['QUORATE_SOAK_SEED'] ?? '0x5eed';

/** How many times fewer runs there are of what costs more. */
export const SMALL_SHARE = 50;

/** Says what is survived, as options of `quorate fuzz`. */
export interface Ordeal {
  readonly runs: number;
  readonly crypto: 'stub' | 'full';
  /** By default `random`. */
  readonly strategy?: string;
  /** Such as `1..2`; by default some runs have some. */
  readonly changes?: string;
}

/**
 * Runs `quorate fuzz`, which `npm run build` has made, on all cores, prints a line to be quoted, and
 * expects that nothing was found.
 */
export async function survives({
  runs,
  crypto,
  strategy = 'random',
  changes,
}: Ordeal): Promise<void> {
  const options = [
    ...['--strategy', strategy, '--crypto', crypto, '--base-seed', FIRST],
    ...(changes === undefined ? [] : ['--changes', changes]),
  ];
  const child = spawn(
    process.execPath,
    [COMMAND, 'fuzz', '--runs', `${runs}`, ...options, '--json'],
    { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  let printed = '';
  child.stdout.on('data', (text: Buffer) => {
    printed += text;
  });
  const [status] = await once(child, 'close');
  const { failed, findings, shapes, runsPerSecond } = JSON.parse(printed);
  const changing = changes === undefined ? '' : `, ${changes} changes of committee`;
  process.stdout.write(
    `soak ${runs} generated runs, ${strategy}, ${crypto}${changing}: ${failed} failed, ` +
      `${shapes} shapes; ${runsPerSecond.toFixed(1)} runs/s\n`,
  );
  expect(findings).toEqual([]);
  expect(status).toBe(0);
}
