import { createRequire } from 'node:module';

/** The version of this package: what validators answer when they are asked for theirs. */
export const version: string = createRequire(import.meta.url)('../package.json').version;
