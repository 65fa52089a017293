export type { RunResult } from './run-result.ts';
export { runScenario } from './run-scenario.ts';
export { formatDiagnostic, ScenarioError } from './scenario/diagnostic.ts';
export { loadScenario } from './scenario/load.ts';
export type { Scenario } from './scenario/scenario.ts';
export { scenarioSchema } from './scenario/schema.ts';
