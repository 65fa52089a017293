import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect } from 'vitest';
import { COMMAND, ROOT } from '../built-command.ts';
import { openTally } from './tally.ts';

/** The first seed; with it, a soak that found something can be repeated. */
const FIRST = BigInt(process.env['QUORATE_SOAK_SEED'] ?? '0x5eed');

/**
 * How many runs one piece has: as many are lost when a soak is interrupted, because only whole
 * pieces are noted.
 */
const PIECE = 20_000;

/** By what factor there are fewer runs of what costs more. */
export const SMALL_SHARE = 50;

/** What is to be survived, as options of `quorate fuzz`. */
export interface Ordeal {
  readonly runs: number;
  readonly crypto: 'stub' | 'full';
  /** By default `random`. */
  readonly strategy?: string;
  /** Such as `1..2`; by default some runs have some. */
  readonly changes?: string;
}

/**
 * Runs `quorate fuzz`, which was built before, on all cores and piece by piece, and expects that
 * nothing is found; prints a line for each piece, which can be quoted. What the same code has
 * survived before is not run again.
 */
export async function survives(ordeal: Ordeal): Promise<void> {
  const tally = openTally();
  for (let done = 0; done < ordeal.runs; done += PIECE) {
    const from = FIRST + BigInt(done);
    const runs = Math.min(PIECE, ordeal.runs - done);
    const to = from + BigInt(runs) - 1n;
    const options = ['--seeds', `${from}..${to}`, ...optionsOf(ordeal)];
    const piece = options.join(' ');
    if (tally.has(piece)) {
      process.stdout.write(`soak ${piece}: survived before\n`);
    } else {
      await survivesPiece(piece, options);
      if (runs === PIECE) tally.add(piece);
    }
  }
}

function optionsOf({ crypto, strategy = 'random', changes }: Ordeal): readonly string[] {
  return [
    ...['--strategy', strategy, '--crypto', crypto],
    ...(changes === undefined ? [] : ['--changes', changes]),
  ];
}

async function survivesPiece(piece: string, options: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, [COMMAND, 'fuzz', ...options, '--json'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  child.stdout.on('data', (text: Buffer) => {
    printed += text;
  });
  const [status] = await once(child, 'close');
  const { runs, failed, findings, shapes, runsPerSecond } = JSON.parse(printed);
  process.stdout.write(
    `soak ${piece}: ${runs} runs, ${failed} failed, ${shapes} shapes; ${runsPerSecond.toFixed(1)} runs/s\n`,
  );
  expect(findings).toEqual([]);
  expect(status).toBe(0);
}
