export { AdminError } from './admin/admin-error.ts';
export type { IdleWait, SettledWait, WaitConditions } from './admin/wait-conditions.ts';
export { writeWhole } from './data/whole-file.ts';
export { checkData } from './db/check-data.ts';
export type { DataFindings, NodeFindings, ValidatorFindings } from './db/check-stores.ts';
export { exportData, importData, type Moved } from './db/move-data.ts';
export { type Devnet, type DevnetAccount, type DevnetValidator, startDevnet } from './devnet.ts';
export type { EventReading } from './events/chronicle.ts';
export type {
  DevnetEvent,
  EventAccount,
  EventFacts,
  EventFilter,
  EventKind,
  EventOperation,
  EventTransaction,
} from './events/event.ts';
export { type BegunFault, CHAOS, type Chaos, type GivenFault } from './faults/chaos.ts';
export type { PublicToken } from './genesis.ts';
export { isLoopback } from './http/guard.ts';
export { isEveryAddress, ListenError, type ListenOptions } from './http/listen.ts';
export { operatorKeyOf } from './keys.ts';
export type { Log } from './log.ts';
export type { PruneOptions } from './nodes/prune.ts';
export {
  DevnetError,
  type DevnetErrorCode,
  type DevnetOptions,
  isOfTheMachine,
  type TransportKind,
  VALIDATORS_MAX,
} from './options.ts';
