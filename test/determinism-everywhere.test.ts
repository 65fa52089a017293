import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadScenario, runScenario } from '@quorate/simulator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { quorateOn, ROOT } from './built-command.ts';
import { fetchNode } from './other-node.ts';

const SEEDS = 200;
/** How many of them run on the other Node.js. */
const ELSEWHERE = 25;
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

/** Runs a campaign on this Node.js, and gives its version and how each run ended. */
function campaignOn(node: string, seeds: string, ...args: string[]) {
  const events = join(folder, 'events.ndjson');
  const artefacts = join(folder, 'artefacts');
  const common = ['--seeds', seeds, '--crypto', 'stub', '--events', events];
  const { stderr } = quorateOn(node, 'run', DRAWN, ...common, '--artefacts', artefacts, ...args);
  const lines = readFileSync(events, 'utf8').trimEnd().split('\n');
  const [start, , ...ends] = lines.map((line) => JSON.parse(line));
  return { version: start.node as string, ends: ends as readonly RunEnd[], stderr };
}

describe(`${SEEDS} drawn clusters`, () => {
  let ends: readonly RunEnd[] = [];

  beforeAll(() => {
    ends = campaignOn(process.execPath, `1..${SEEDS}`, '--check-determinism').ends;
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

  it('are the same on the next Node.js', { timeout: 1_800_000 }, ({ skip }) => {
    const node = fetchNode(24, folder);
    if (typeof node !== 'string') return skip(`no other Node.js to compare with: ${node.message}`);
    const other = campaignOn(node, `1..${ELSEWHERE}`);
    expect(other.version).toMatch(/^24\./);
    const hashes = ({ seed, traceHash, drawHash }: RunEnd) => ({ seed, traceHash, drawHash });
    expect(other.ends.map(hashes)).toEqual(ends.slice(0, ELSEWHERE).map(hashes));
  });
});
