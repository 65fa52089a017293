import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../built-command.ts';

/** How many times all properties are run, each time with other seeds. */
const ROUNDS = Number(process.env['QUORATE_SOAK_PROPERTIES'] ?? 20);

const VITEST = join(ROOT, 'node_modules/vitest/vitest.mjs');

/** The tests that state properties, from the root. */
const files = ['packages', 'test']
  .flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
      join(folder, file),
    ),
  )
  .filter((file) => file.endsWith('.test.ts') && !file.includes('node_modules'))
  .filter((file) => readFileSync(join(ROOT, file), 'utf8').includes("from 'fast-check'"));

const rounds = Array.from({ length: ROUNDS }, (_, index) => index + 1);

// What fails in one of a thousand runs would fail somebody else's.
it.each(rounds)(`every property holds, time %i of ${ROUNDS}`, (round) => {
  const { status } = spawnSync(process.execPath, [VITEST, 'run', ...files], {
    cwd: ROOT,
    stdio: 'inherit',
  });
  process.stdout.write(`soak properties: ${files.length} files, time ${round} of ${ROUNDS}\n`);
  expect(status).toBe(0);
});
