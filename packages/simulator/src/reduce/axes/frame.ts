import { formatDuration, parseDuration } from '@quorate/network';
import { simTimeOf } from '../../scenario/phases.ts';
import type { RawScenario } from '../../scenario/scenario.ts';
import { thinned } from '../thinned.ts';
import { placesOf, withoutPlaces } from '../tree.ts';

/** The lengths of the chaos to try, the shortest first. */
const CHAOSES = ['1 ms', '1 s', '5 s', '10 s'] as const;

/** The limit of events of a run that states none. */
const USUAL_EVENTS = 200_000;

/** How many small seeds to try instead of a long one. */
const SEEDS = 10;

/**
 * Leaves out what a run hardly depends on: provenance, threads, other luck from an event on, fees,
 * pre-checks, releases, ages, and all expectations except the verdict.
 */
export function* plainerFrame(document: RawScenario): Iterable<RawScenario> {
  const { workers: _, crypto: __, ...cluster } = document.cluster;
  const { provenance: ___, expect, ...rest } = document;
  const verdict = expect?.verdict === undefined ? {} : { verdict: expect.verdict };
  yield withUsualLimits({ ...rest, cluster, expect: verdict });
  yield withUsualLimits({ ...document, cluster });
  if (document.reseed !== undefined) yield withoutPlaces(document, [['reseed']]);
  for (const key of ['fees', 'precheck', 'acceptsUnversioned', 'requestAge'] as const) {
    if (key in cluster) yield withoutPlaces(document, [['cluster', key]]);
  }
  const { verdict: ____, ...others } = expect ?? {};
  const [, ...places] = placesOf(others, ['expect']);
  for (const { path } of places) yield withoutPlaces(document, [path]);
}

/** Leaves out the phases (chaos and calm), or makes the chaos shorter. */
export function* plainerPhases(document: RawScenario): Iterable<RawScenario> {
  const { phases, ...rest } = document;
  if (phases === undefined) return;
  yield withUsualLimits(rest);
  if (phases.heal === 'quorum') yield { ...document, phases: { ...phases, heal: 'all' } };
  for (const chaos of CHAOSES) {
    if (parseDuration(chaos) >= parseDuration(phases.chaos)) continue;
    yield withUsualLimits({ ...document, phases: { ...phases, chaos } });
  }
}

/**
 * Lowers the limits to the usual ones, but no further. A run has to last as long as a client
 * repeats its requests: a client that is cut off earlier looks like one that was left without an
 * answer.
 */
function withUsualLimits(document: RawScenario): RawScenario {
  const { simTime, events = USUAL_EVENTS } = document.limits ?? {};
  const usual = simTimeOf(document.phases ?? { chaos: '0 ms' });
  const isLonger = simTime === undefined || parseDuration(simTime) > usual;
  const limits = {
    simTime: isLonger ? formatDuration(usual) : simTime,
    events: Math.min(events, USUAL_EVENTS),
  };
  return { ...document, limits };
}

/** Tries small seeds. */
export function* smallerSeed(document: RawScenario): Iterable<RawScenario> {
  for (let seed = 1; seed <= SEEDS; seed += 1) yield { ...document, seed };
}

/** Removes the late start of single workloads, so that they start together with all others. */
export function* earlierStarts(document: RawScenario): Iterable<RawScenario> {
  const late = document.workload.flatMap(({ start }, index) =>
    start === undefined ? [] : [index],
  );
  for (const kept of thinned(late)) {
    const gone = late.filter((index) => !kept.includes(index));
    yield withoutPlaces(
      document,
      gone.map((index) => ['workload', index, 'start']),
    );
  }
}
