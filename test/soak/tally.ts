import { createHash } from 'node:crypto';
import { appendFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../built-command.ts';

/** The packages that survive: a run counts for the code that it ran on. */
const UNDER_TEST = ['protocol', 'crypto', 'core', 'actors'];

/** Under version control, so that nothing is lost with a machine. */
const FILE = join(ROOT, 'test', 'soak', 'survived.txt');

/**
 * Remembers which pieces of a soak the present code has survived, so that hours of runs can be
 * split.
 */
export interface Tally {
  /** Tells whether a piece was survived before. */
  has(piece: string): boolean;
  /** Notes that a piece is survived. */
  add(piece: string): void;
}

/** Opens the tally of the code that was built; what other code survived is struck out. */
export function openTally(): Tally {
  const code = fingerprint();
  const lines = () => readFileSync(FILE, 'utf8').split('\n');
  const noted = lines().filter((line) => line.startsWith(code));
  writeFileSync(FILE, noted.map((line) => `${line}\n`).join(''));
  return {
    has: (piece) => lines().includes(`${code} ${piece}`),
    add: (piece) => appendFileSync(FILE, `${code} ${piece}\n`),
  };
}

function fingerprint(): string {
  const hash = createHash('sha256');
  for (const name of UNDER_TEST) {
    const folder = join(ROOT, 'packages', name, 'dist');
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    for (const file of files.filter((each) => each.endsWith('.js')).toSorted()) {
      hash.update(file).update(readFileSync(join(folder, file)));
    }
  }
  return hash.digest('hex').slice(0, 16);
}
