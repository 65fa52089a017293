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
  return call(node, [COMMAND, ...args]);
}

/** Runs the built command as somebody who may not do all that root may. */
export function callUnprivileged(...args: string[]) {
  const command = [COMMAND, ...args];
  if (process.getuid?.() !== 0) return call(process.execPath, command);
  const less = '--bounding-set=-dac_override,-dac_read_search,-fowner';
  return call('setpriv', [less, process.execPath, ...command]);
}

function call(program: string, args: readonly string[]) {
  const { NO_COLOR: _, FORCE_COLOR: __, ...env } = process.env;
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: ROOT, encoding: 'utf8', env });
  return { status, stdout, stderr };
}
