export { DurationError, parseDuration } from '@quorate/network';
export { assertInvariants, BrokenScenarioError } from './arbitraries/assert-invariants.ts';
export { ScenarioSpaceError } from './arbitraries/check-space.ts';
export { generateScenario } from './arbitraries/generate-scenario.ts';
export { DEFAULT_SPACE, type ScenarioSpace } from './arbitraries/scenario-space.ts';
export { scenarios } from './arbitraries/scenarios.ts';
export { drawScenario } from './draw/draw-scenario.ts';
export { hasBroken, hasExpectedVerdict, NODES_DO_NOT_BREAK } from './expected-verdict.ts';
export type { Forensics } from './forensics/forensics.ts';
export { type RecordedRun, recordRun } from './recording/record-run.ts';
export type { RecordedEvent } from './recording/recorded-event.ts';
export type { Until } from './recording/recorder.ts';
export {
  COARSE_AXES,
  FINE_AXES,
  type ReductionAxis,
  reductions,
  reductionsAlong,
} from './reduce/reductions.ts';
export { type ScenarioSize, sizeOfScenario } from './reduce/scenario-size.ts';
export { runProven } from './run-proven.ts';
export type { RunResult } from './run-result.ts';
export { type RunScenarioOptions, runScenario } from './run-scenario.ts';
export { formatDiagnostic, ScenarioError, suggestNear } from './scenario/diagnostic.ts';
export { type Lint, lintScenario } from './scenario/lint/lint-scenario.ts';
export { loadScenario } from './scenario/load.ts';
export { formatScenario } from './scenario/print/format-scenario.ts';
export { printScenario } from './scenario/print/print-scenario.ts';
export type { Scenario } from './scenario/scenario.ts';
export { scenarioSchema } from './scenario/schema.ts';
export { type KnownShapes, knownShapes } from './shapes/known-shapes.ts';
export type { NodeMaker, NodeMakers, NodeSeat, SeatedNode } from './world/guests.ts';
export type { WrongRules } from './wrong-rules.ts';
