import { parseDuration } from '@quorate/network';
import type { Retrospect } from '../oracles/oracle.ts';
import { faultyMax } from '../quorums.ts';
import { plannedCommittees } from '../scenario/committees.ts';
import type { Scenario } from '../scenario/scenario.ts';
import type { Ending } from './judgement.ts';
import { isLossless } from './reachable.ts';
import type { World } from './world.ts';

/** A run that has ended and that nobody has looked back on yet. */
export interface StoppedRun {
  readonly world: World;
  readonly scenario: Scenario;
  readonly ending: Ending;
}

/** A run that has ended, for the judges of liveness. */
export interface EndedRun extends StoppedRun {
  readonly retrospect: Retrospect;
}

/** Longer than a validator waits before it tells others again: each that hears of something settles it. */
const QUIET = parseDuration('45 s');

/** Tells whether a run went on until nothing was left to happen, or nothing had settled for long. */
export function isQuiet(run: StoppedRun): boolean {
  if (run.ending !== 'time') return run.ending === 'rest';
  const settledAt = run.world.timeline.lastSettledAt();
  const whole = wholeFrom(run.scenario);
  return endOf(run) - (settledAt > whole ? settledAt : whole) >= QUIET;
}

/** Gives until when nothing more happened, since the start: what would have come next came too late. */
export function endOf({ world, scenario }: StoppedRun): bigint {
  const next = world.clock.nextAfter();
  const { simTime } = scenario.limits;
  return next === undefined || next > simTime ? simTime : BigInt(next);
}

/** Tells whether a run went on to `limits.simTime`; whoever watches it may end it earlier. */
export function isTimeUp({ world, scenario, ending }: StoppedRun): boolean {
  const next = world.clock.nextAfter();
  return ending === 'time' && next !== undefined && next > scenario.limits.simTime;
}

/**
 * Gives when a run was whole again, since its start. Timers go by their node's clock: whose clock is put
 * back when all is mended waits longer by as much.
 */
export function wholeFrom({ phases, faults }: Pick<Scenario, 'phases' | 'faults'>): bigint {
  const chaos = phases?.chaos ?? 0n;
  return faults.reduce((from, fault) => {
    if (fault.kind !== 'clock') return from;
    const ahead = fault.offset + (BigInt(fault.drift) * chaos) / 1_000_000n;
    return ahead > 0n ? from + ahead : from;
  }, chaos);
}

/**
 * Tells whether nothing went wrong in a run that could keep anybody waiting: no message was lost, these
 * nodes were left alone, and in no committee that is meant to be more than f members were faulty.
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
  const isBearable = (members: readonly string[]) =>
    members.filter((name) => afflicted.has(name)).length <= faultyMax(members.length);
  return (
    [network.default, ...network.links].every(isLossless) &&
    !bystanders.some((name) => afflicted.has(name)) &&
    plannedCommittees(scenario).every(isBearable)
  );
}
