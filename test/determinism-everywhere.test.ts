import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drawnHere, drawnOn, hashesOf, type RunEnd } from './drawn-clusters.ts';

const SEEDS = 200;
/** How many of them run in this process, too. */
const HERE = 10;
const EXIT_NONDETERMINISM = 4;

const folder = mkdtempSync(join(tmpdir(), 'quorate-determinism-'));
afterAll(() => rmSync(folder, { recursive: true }));

// `newer-node` runs some of them on later Node.js.
describe(`${SEEDS} drawn clusters`, () => {
  let ends: readonly RunEnd[] = [];

  beforeAll(() => {
    ends = drawnOn(process.execPath, folder, SEEDS, '--check-determinism').ends;
  }, 1_800_000);

  it('are each the same twice, down to the last draw', () => {
    const diverged = ends.filter(({ causes }) => causes.includes(EXIT_NONDETERMINISM));
    expect(diverged).toEqual([]);
    expect(new Set(ends.map(({ traceHash }) => traceHash)).size).toBe(SEEDS);
  });

  it('are the same in this process as in that of the campaign', () => {
    expect(drawnHere(HERE)).toEqual(ends.slice(0, HERE).map(hashesOf));
  });
});
