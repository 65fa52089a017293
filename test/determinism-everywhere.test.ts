import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadScenario, runScenario } from '@quorate/simulator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { quorate, ROOT } from './built-command.ts';

const SEEDS = 200;
const EXIT_NONDETERMINISM = 4;

/** Every class of faults, lies and operations, drawn by the seed. */
const DRAWN = 'scenarios/swarm/anything-legal.yaml';

const folder = mkdtempSync(join(tmpdir(), 'quorate-determinism-'));
afterAll(() => rmSync(folder, { recursive: true }));

interface RunEnd {
  readonly seed: string;
  readonly traceHash: string;
  readonly drawHash: string;
  readonly causes: readonly number[];
}

/** Runs each of them twice in processes of a campaign, and gives how each ended. */
function campaign(): readonly RunEnd[] {
  const events = join(folder, 'events.ndjson');
  const artefacts = ['--artefacts', join(folder, 'artefacts')];
  const common = ['--seeds', `1..${SEEDS}`, '--crypto', 'stub', '--events', events];
  quorate('run', DRAWN, ...common, ...artefacts, '--check-determinism');
  const lines = readFileSync(events, 'utf8').trimEnd().split('\n').slice(2);
  return lines.map((line) => JSON.parse(line));
}

// `newer-node` runs some of them on later Node.js.
describe(`${SEEDS} drawn clusters`, () => {
  let ends: readonly RunEnd[] = [];

  beforeAll(() => {
    ends = campaign();
  }, 1_800_000);

  it('are each the same twice, down to the last draw', () => {
    const diverged = ends.filter(({ causes }) => causes.includes(EXIT_NONDETERMINISM));
    expect(diverged).toEqual([]);
    expect(new Set(ends.map(({ traceHash }) => traceHash)).size).toBe(SEEDS);
  });

  it('are the same in this process as in those of the campaign', () => {
    const scenario = loadScenario(readFileSync(join(ROOT, DRAWN), 'utf8'), DRAWN);
    for (const { seed, traceHash, drawHash } of ends.slice(0, 20)) {
      const here = runScenario(scenario, { seed: BigInt(seed), crypto: 'stub' });
      expect({ seed, traceHash: here.traceHash, drawHash: here.drawHash }).toEqual({
        seed,
        traceHash,
        drawHash,
      });
    }
  });
});
