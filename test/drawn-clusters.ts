import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadScenario, runScenario } from '@quorate/simulator';
import { quorateOn, ROOT } from './built-command.ts';

/**
 * Every class of faults, lies and operations, drawn by the seed. Clients set out to do half as much
 * as in the scenario that ships: each class is drawn as often, and a run takes two thirds of the time.
 */
const DRAWN = readFileSync(join(ROOT, 'scenarios/swarm/anything-legal.yaml'), 'utf8').replace(
  /^swarm:$/m,
  '$&\n  steps: [1, 2]',
);

/** What tells one run from another. */
export interface RunHashes {
  readonly traceHash: string;
  readonly drawHash: string;
}

/** How a run of a campaign ended. */
export interface RunEnd extends RunHashes {
  readonly causes: readonly number[];
}

/** Gives only what tells a run from others. */
export function hashesOf({ traceHash, drawHash }: RunHashes): RunHashes {
  return { traceHash, drawHash };
}

/** Runs the clusters of the seeds from 1 to `seeds` in this process. */
export function drawnHere(seeds: number): readonly RunHashes[] {
  const scenario = loadScenario(DRAWN, 'drawn.yaml');
  return Array.from({ length: seeds }, (_, index) =>
    hashesOf(runScenario(scenario, { seed: BigInt(index + 1), crypto: 'stub' })),
  );
}

/**
 * Runs them in the process of a campaign on this Node.js, with files in this folder; gives the
 * version that it says it ran on, and how each run ended. A single process compiles its code once,
 * and leaves the other core to other tests.
 */
export function drawnOn(node: string, folder: string, seeds: number, ...options: string[]) {
  const file = join(folder, 'drawn.yaml');
  writeFileSync(file, DRAWN);
  const events = join(folder, 'events.ndjson');
  const kept = ['--events', events, '--artefacts', join(folder, 'artefacts')];
  const runs = ['--seeds', `1..${seeds}`, '--crypto', 'stub', '--jobs', '1'];
  quorateOn(node, 'run', file, ...runs, ...kept, ...options);
  const lines = readFileSync(events, 'utf8').trimEnd().split('\n');
  const [start, , ...ends] = lines.map((line) => JSON.parse(line));
  return { version: start.node as string, ends: ends as readonly RunEnd[] };
}
