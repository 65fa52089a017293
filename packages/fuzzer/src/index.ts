export type { ScenarioSize } from '@quorate/simulator';
export { causeOf, headOfCause, isExpectation, isNoViolation } from './cause.ts';
export type { Specimen } from './coverage.ts';
export { causeOfScenario, type Outcome, runForCause, runTask } from './outcome.ts';
export {
  createSearch,
  type Finding,
  type KeptScenario,
  type Search,
  type SearchOptions,
  type SearchReport,
} from './search.ts';
export { type AloneOptions, searchAlone } from './search-alone.ts';
export { type Shrunk, shrinking, shrinkScenario } from './shrink/shrink-scenario.ts';
export { parseStrategy, type Strategy, strategyText } from './strategy.ts';
export type { Task } from './task.ts';
