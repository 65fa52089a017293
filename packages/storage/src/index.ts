export { createMemoryStore } from './memory-store.ts';
export type {
  SimulatedStore,
  SimulatedStoreOptions,
  StoreClock,
  Survives,
} from './simulated-store.ts';
export { createSimulatedStore } from './simulated-store.ts';
export type {
  Delete,
  FlushDone,
  Put,
  ScanRange,
  Store,
  StoreErrorCode,
  StoreErrorFacts,
  Write,
} from './store.ts';
export { EVERY_KEY, KEY_LENGTH_MAX, StoreError } from './store.ts';
