import { appendFileSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/** Name files that are written once the work is done, by the options that ask for them. */
export type ReportFiles = Readonly<Record<`--${string}`, string | undefined>>;

/**
 * Makes sure, before there is anything to lose, that files can be written, and makes the folders that
 * they lie in; says which cannot, or nothing.
 */
export function reportFileFault(files: ReportFiles): string | undefined {
  for (const [option, path] of Object.entries(files)) {
    if (path === undefined) continue;
    try {
      mkdirSync(dirname(path), { recursive: true });
      appendFileSync(path, '');
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      if (typeof code !== 'string') throw error;
      return `${option}: ${path} cannot be written (${code})`;
    }
  }
  return undefined;
}
