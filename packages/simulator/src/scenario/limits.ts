import { parseDuration } from '@quorate/network';
import { simTimeOf } from './phases.ts';
import type { RawScenario } from './raw-scenario.ts';
import type { ScenarioLimits } from './scenario.ts';

/** Converts the limits of a run and fills in defaults. */
export function buildLimits({ limits, phases }: RawScenario): ScenarioLimits {
  const simTime = limits?.simTime === undefined ? simTimeOf(phases) : parseDuration(limits.simTime);
  return { simTime, events: limits?.events ?? 200_000 };
}
