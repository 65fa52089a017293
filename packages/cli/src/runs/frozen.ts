import { printScenario, runScenario, type Scenario } from '@quorate/simulator';
import { ownVersion } from '../version.ts';
import { headOf } from './scenario-head.ts';

/** Gives a drawn scenario as a file, with where it comes from and the trace hash of its run. */
export function frozenText(origin: string, scenario: Scenario): string {
  const { seed, traceHash } = runScenario(scenario);
  const frozen = { ...scenario, provenance: { seed, tool: ownVersion(), traceHash } };
  return `${headOf(origin, frozen)}${printScenario(frozen)}`;
}
