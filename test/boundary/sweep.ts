import { faultyMax, type ValidatorRules } from '@quorate/core';
import { drawScenario, type RecordedRun, recordRun, type Scenario } from '@quorate/simulator';
import { scenarioOf } from '../scenario-documents.ts';
import { VERDICT_ONLY } from '../verdict-only.ts';

/** On which side of its promise a committee is tested: at most f validators lie, or more. */
export type Side = 'safe' | 'beyond';

/** The results of many drawn runs on one side of the boundary. */
export interface Sweep {
  readonly side: Side;
  readonly validators: number;
  readonly runs: number;
  /** How many runs violated each invariant. */
  readonly violated: ReadonlyMap<string, number>;
  /** The fewest culprits that were named for two certificates; undefined where there were none. */
  readonly fewestCulprits: number | undefined;
  /** Everything that contradicts the promise, or a report that blames the wrong ones. */
  readonly contradictions: readonly string[];
}

/** Says which runs a sweep makes. */
export interface SweepOptions {
  readonly runs: number;
  /** Wrong rules show whether a sweep would see them. */
  readonly validatorRules?: ValidatorRules;
}

/**
 * Draws faults, lies and payments, seed by seed, and runs and examines each drawing.
 *
 * Only drawings count in which enough validators lie for that side of the boundary: f, or more.
 */
export function sweep(side: Side, validators: number, { runs, ...rules }: SweepOptions): Sweep {
  const base = boundaryScenario(side, validators);
  const least = side === 'safe' ? faultyMax(validators) : faultyMax(validators) + 1;
  const violated = new Map<string, number>();
  const contradictions: string[] = [];
  const blamed: number[] = [];
  let seed = 0n;
  for (let run = 0; run < runs; run += 1) {
    const drawn = nextDrawing(base, least, seed);
    seed = drawn.seed;
    const recorded = recordRun(drawn, { ...rules, watching: VERDICT_ONLY });
    for (const name of brokenBy(recorded)) violated.set(name, (violated.get(name) ?? 0) + 1);
    blamed.push(...culpritCounts(recorded));
    for (const text of contradictionsIn(recorded, drawn, side)) {
      contradictions.push(`${side}, ${validators} validators, seed ${seed}: ${text}`);
    }
  }
  const fewestCulprits = blamed.length === 0 ? undefined : Math.min(...blamed);
  return { side, validators, runs, violated, fewestCulprits, contradictions };
}

function nextDrawing(base: Scenario, least: number, after: bigint): Scenario {
  for (let seed = after + 1n; ; seed += 1n) {
    const drawn = drawScenario(base, seed);
    const { byzantine, cluster } = drawn;
    const liars = byzantine.filter(({ node }) => cluster.validators.includes(node));
    if (liars.length >= least) return drawn;
  }
}

/** Sums up a sweep in a line. */
export function summary({ side, validators, runs, violated, fewestCulprits }: Sweep): string {
  const f = faultyMax(validators);
  const twice = violated.get('unique-certificate') ?? 0;
  const safety = [...violated].map(([name, count]) => `${name} ${count}`).join(', ');
  const who = side === 'safe' ? `${f} of ${validators} lie` : `more than ${f} of ${validators} lie`;
  const blame =
    fewestCulprits === undefined
      ? ''
      : `; two certificates in ${twice} runs, at least ${fewestCulprits} culprits named, nobody correct`;
  return `${side}: ${who}: ${runs} runs, violated: ${safety === '' ? 'nothing' : safety}${blame}`;
}

function boundaryScenario(side: Side, validators: number): Scenario {
  return scenarioOf({
    cluster: {
      validators,
      proxies: 2,
      clients: { alice: { balance: 1000 }, bob: { balance: 100 }, carol: { balance: 10 } },
    },
    workload: [],
    // As many liars as the budget allows, and a client in league with them.
    swarm: {
      profile: side,
      steps: [1, 3],
      byzantine: { validators: [validators, validators], clients: [1, 1] },
    },
  });
}

function brokenBy({ result }: RecordedRun): readonly string[] {
  return result.oracles.flatMap(({ name, violations }) =>
    violations.some(({ kind }) => kind === 'safety') ? [name] : [],
  );
}

function culpritCounts({ forensics }: RecordedRun): readonly number[] {
  return (forensics?.conflicts ?? []).map(({ culprits }) => culprits.length);
}

function contradictionsIn(run: RecordedRun, drawn: Scenario, side: Side): readonly string[] {
  const broken = brokenBy(run);
  const conflicts = run.forensics?.conflicts ?? [];
  const isSignedTwice = ['unique-certificate', 'no-double-sign'].some((name) =>
    broken.includes(name),
  );
  const liars = new Set([
    ...drawn.byzantine.map(({ node }) => node),
    ...drawn.faults.flatMap((fault) => (fault.kind === 'amnesia' ? [fault.node] : [])),
  ]);
  return [
    ...(side === 'safe' ? broken.map((name) => `${name} was violated`) : []),
    ...(isSignedTwice === conflicts.length > 0 ? [] : ['oracles and forensics disagree']),
    ...conflicts.flatMap(({ culprits }) => [
      ...culprits.flatMap(({ name }) => (liars.has(name) ? [] : [`${name} is correct but blamed`])),
      ...(culprits.length > faultyMax(drawn.cluster.validators.length)
        ? []
        : [`${culprits.length} culprits for two certificates`]),
    ]),
  ];
}
