import { execFileSync } from 'node:child_process';

/** Where the first seed comes from: the current commit, the time, or a number. */
export type BaseSeed = 'commit' | 'time' | bigint;

/** Reports that there is no commit from which to take a seed. */
export class BaseSeedError extends Error {
  override readonly name = 'BaseSeedError';
}

/**
 * Gives the first seed of a search, below 2^64.
 *
 * The seed of a commit is the first 16 digits of its hash: as long as nothing is committed, a
 * search repeats the same runs, so a pull request never fails for what its author did not touch.
 *
 * @throws BaseSeedError for `commit` outside of a git repository.
 */
export function firstSeed(base: BaseSeed, env: NodeJS.ProcessEnv = process.env): bigint {
  if (typeof base === 'bigint') return base;
  if (base === 'time') return BigInt(Date.now());
  const hash = env['GITHUB_SHA'] ?? head();
  if (!/^[0-9a-f]{40,}$/.test(hash)) {
    throw new BaseSeedError(`--base-seed commit: "${hash}" is not the hash of a commit`);
  }
  return BigInt(`0x${hash.slice(0, 16)}`);
}

function head(): string {
  try {
    return execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8', stdio: 'pipe' }).trim();
  } catch {
    throw new BaseSeedError('--base-seed commit: there is no commit here, or no git to ask for it');
  }
}
