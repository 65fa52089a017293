export { DurationError, parseDuration } from '@quorate/network';
export { assertInvariants, BrokenScenarioError } from './arbitraries/assert-invariants.ts';
export { ScenarioSpaceError } from './arbitraries/check-space.ts';
export { generateScenario } from './arbitraries/generate-scenario.ts';
export { PCT_EVENTS } from './arbitraries/links.ts';
export { DEFAULT_SPACE, type ScenarioSpace } from './arbitraries/scenario-space.ts';
export { scenarios } from './arbitraries/scenarios.ts';
export { ArgumentError } from './check-arguments.ts';
export { drawScenario } from './draw/draw-scenario.ts';
export {
  hasBroken,
  hasExpectedVerdict,
  NODES_DO_NOT_BREAK,
  unexcused,
} from './expected-verdict.ts';
export type { EndReport } from './explore/ends.ts';
export { ExploreError, type ExploreProblem } from './explore/explorable.ts';
export type { ExploreOptions } from './explore/explore-options.ts';
export { type Exploration, exploreScenario } from './explore/explore-scenario.ts';
export type { Extent, PartReport } from './explore/explored.ts';
export type { CutOff } from './explore/search.ts';
export type { StepCounts } from './explore/steps.ts';
export type { Budgets } from './explore/whole.ts';
export type { Written } from './explore/written/written.ts';
export type { Conflict, Forensics } from './forensics/forensics.ts';
export { glossary, type Term } from './glossary.ts';
export type { SituationCount } from './oracles/situations.ts';
export type { Statement } from './oracles/statements/statement.ts';
export type { Observe } from './recording/observer.ts';
export { type RecordedRun, type RecordRunOptions, recordRun } from './recording/record-run.ts';
export type { RecordedEvent, RecordedLoss } from './recording/recorded-event.ts';
export type {
  Moment,
  RecordedMessage,
  RecordedTransaction,
} from './recording/recorded-message.ts';
export type { Until } from './recording/recorder.ts';
export {
  COARSE_AXES,
  FINE_AXES,
  type ReductionAxis,
  reductions,
  reductionsAlong,
} from './reduce/reductions.ts';
export { type ElementCounts, type ScenarioSize, sizeOfScenario } from './reduce/scenario-size.ts';
export type { RunScenarioOptions } from './run-options.ts';
export { runProven } from './run-proven.ts';
export type {
  AccountReport,
  CertificateReport,
  CostReport,
  ExpectedVerdict,
  FailedExpectation,
  FaultReport,
  OperationReport,
  OracleReport,
  RunResult,
  Shortfall,
  UnreachedQuorum,
  ValidatorReport,
  Verdict,
  Violation,
} from './run-result.ts';
export { runScenario } from './run-scenario.ts';
export type { ByzantineParty } from './scenario/byzantine/byzantine.ts';
export { byzantineNodes } from './scenario/byzantine/byzantine-nodes.ts';
export type { ScenarioCluster } from './scenario/cluster/cluster.ts';
export type { CommitteeChange } from './scenario/cluster/committee-changes.ts';
export {
  type Diagnostic,
  formatDiagnostic,
  formatPath,
  ScenarioError,
  suggestNear,
} from './scenario/diagnostic.ts';
export type { Expectations } from './scenario/expectations.ts';
export type { Fault } from './scenario/faults/fault.ts';
export { type Lint, lintScenario } from './scenario/lint/lint-scenario.ts';
export type { ScenarioNetwork } from './scenario/network/scenario-network.ts';
export type { ScenarioPhases } from './scenario/phases.ts';
export { formatScenario } from './scenario/print/format-scenario.ts';
export { printScenario } from './scenario/print/print-scenario.ts';
export type { Provenance } from './scenario/provenance.ts';
export { loadScenario } from './scenario/read/load.ts';
export type { Setting } from './scenario/read/settings.ts';
export type { Reseed, Scenario, ScenarioLimits, WorkloadEntry } from './scenario/scenario.ts';
export { scenarioSchema } from './scenario/schema/schema.ts';
export type { JsonSchema } from './scenario/schema-shapes.ts';
export type { Range, Swarm } from './scenario/swarm/swarm.ts';
export { type KnownShapes, knownShapes } from './shapes/known-shapes.ts';
export type { Attend } from './world/attendance.ts';
export type { NodeMaker, NodeMakers, NodeSeat, SeatedNode } from './world/guests/guests.ts';
export { partyOf } from './world/links.ts';
export type { Watching } from './world/watching.ts';
export type { WrongRules } from './wrong-rules.ts';
