import { createRequire } from 'node:module';

/** The version of this package, which validators answer when asked. */
export const version: string = createRequire(import.meta.url)('../package.json').version;
