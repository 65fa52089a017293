import { chmodSync, statSync } from 'node:fs';

const OTHERS = 0o077;
const OWNER = 0o700;

/**
 * Makes a file with a secret key unreadable for other users, and leaves its owner the rights that
 * the owner had. A pipe or a terminal stays as it is: it holds the key of nobody who comes later.
 *
 * @throws the error of the system, such as EPERM when the file is somebody else's
 */
export function keepFromOthers(path: string): void {
  const found = statSync(path);
  if (found.isFile() && (found.mode & OTHERS) !== 0) chmodSync(path, found.mode & OWNER);
}
