import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The root of the repository: paths in arguments and output are relative to it. */
export const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Where the command lies, from the root; it runs what `npm run build` made. */
export const COMMAND = 'packages/cli/bin/quorate.js';

/** Runs the built command the way a shell does, from the root of the repository. */
export function quorate(...args: string[]) {
  return quorateOn(process.execPath, ...args);
}

/** Runs the built command on this Node.js. */
export function quorateOn(node: string, ...args: string[]) {
  const { NO_COLOR: _, FORCE_COLOR: __, ...env } = process.env;
  const { status, stdout, stderr } = spawnSync(node, [COMMAND, ...args], {
    cwd: ROOT,
    encoding: 'utf8',
    env,
  });
  return { status, stdout, stderr };
}
