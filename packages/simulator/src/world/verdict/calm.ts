import { parseDuration } from '@quorate/network';
import type { Retrospect } from '../../oracles/oracle.ts';
import { isBearable } from '../../quorums.ts';
import { plannedCommittees } from '../../scenario/cluster/committees.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import type { World } from '../world.ts';
import type { Ending } from './judgement.ts';
import { isLossless } from './reachable.ts';
import { wholeFrom } from './whole-from.ts';

/** A run that has ended and for which no retrospect has been built yet. */
export interface StoppedRun {
  readonly world: World;
  readonly scenario: Scenario;
  readonly ending: Ending;
}

/** A run that has ended, with its retrospect, for the liveness oracles. */
export interface EndedRun extends StoppedRun {
  readonly retrospect: Retrospect;
}

/**
 * Longer than a validator waits between two pushes. By then every push has been repeated, and
 * whoever received one has settled it.
 */
const QUIET = parseDuration('45 s');

/**
 * Tells whether a run went on until nothing was left to happen, or until nothing had settled for
 * long.
 */
export function isQuiet(run: StoppedRun): boolean {
  if (run.ending !== 'time') return run.ending === 'rest';
  const settledAt = run.world.timeline.lastSettledAt();
  const whole = wholeFrom(run.scenario);
  return endOf(run) - (settledAt > whole ? settledAt : whole) >= QUIET;
}

/**
 * Gives the time after the start at which a run effectively ended: its limit, if the next event
 * would have come later.
 */
export function endOf({ world, scenario }: StoppedRun): bigint {
  const next = world.clock.nextAfter();
  const { simTime } = scenario.limits;
  return next === undefined || next > simTime ? simTime : BigInt(next);
}

/** Tells whether a run lasted to `limits.simTime`; its observer may end it earlier. */
export function isTimeUp({ world, scenario, ending }: StoppedRun): boolean {
  const next = world.clock.nextAfter();
  return ending === 'time' && next !== undefined && next > scenario.limits.simTime;
}

/**
 * Tells whether a run reached its limit while a node may still have been waiting because its clock
 * had been ahead: nobody is owed anything by then.
 */
export function endsTooEarly(run: StoppedRun): boolean {
  return run.ending === 'time' && endOf(run) < wholeFrom(run.scenario);
}

/**
 * Tells whether nothing happened in a run that could delay anybody: no message was lost, these
 * bystanders were not affected, and no planned committee had more than f affected members.
 */
export function isCalm({ world, scenario }: StoppedRun, bystanders: readonly string[]): boolean {
  const { network, faults, byzantine } = scenario;
  const afflicted = new Set(byzantine.map(({ node }) => node));
  const tookEffect = new Set(
    world.faults.reports().flatMap(({ id, at }) => (at === undefined ? [] : [id])),
  );
  for (const fault of faults) {
    if (!tookEffect.has(fault.id)) continue;
    if (!('node' in fault)) return false;
    afflicted.add(fault.node);
  }
  const isAfflicted = (name: string) => afflicted.has(name);
  return (
    [network.default, ...network.links].every(isLossless) &&
    !bystanders.some(isAfflicted) &&
    plannedCommittees(scenario).every((members) => isBearable(members, isAfflicted))
  );
}
