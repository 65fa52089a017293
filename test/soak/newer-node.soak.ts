import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../built-command.ts';
import { fetchNode } from '../other-node.ts';

const MAJOR = Number(process.env['QUORATE_SOAK_NODE'] ?? 24);

it(`every test passes on Node.js ${MAJOR}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'quorate-soak-node-'));
  try {
    const node = fetchNode(MAJOR, folder);
    if (typeof node !== 'string') throw node;
    // The `node` that tests start has to be that one, too.
    const PATH = `${dirname(node)}${delimiter}${process.env['PATH']}`;
    const { status } = spawnSync(node, [join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run'], {
      cwd: ROOT,
      env: { ...process.env, PATH },
      stdio: 'inherit',
    });
    expect(status).toBe(0);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
