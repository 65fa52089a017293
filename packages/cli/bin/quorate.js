#!/usr/bin/env node
import { existsSync } from 'node:fs';
import module from 'node:module';

// Loading code is most of a short command, and a sixth of that is compiling what was compiled
// before. Before Node.js 22 there is no such cache.
module.enableCompileCache?.();

if (existsSync(new URL('../dist/main.js', import.meta.url))) {
  const { main } = await import('../dist/main.js');
  process.exitCode = await main(process.argv.slice(2));
} else {
  process.stderr.write(
    'quorate is not built yet: run `npm ci && npm run build` at the root of the repository first.\n',
  );
  process.exitCode = 75;
}
