import type { LinkModel } from '@quorate/network';
import type { Fault } from '../faults/fault.ts';
import type { Schedule } from '../network/schedule.ts';

/**
 * How many validators of a drawn scenario may be Byzantine or forgetful: at most f, so that
 * everything must hold (`safe`); more than f, in league with a client, so that anything may break
 * (`beyond`); or none.
 */
export const PROFILES = ['safe', 'beyond', 'none'] as const;

/** The name of a budget of faults. */
export type Profile = (typeof PROFILES)[number];

/**
 * What may be drawn for a scenario; `drawScenario` replaces it by something concrete.
 *
 * Every class (a kind of operation, of fault, a feature of links) is drawn from streams of its own,
 * so that a setting of one class changes nothing in the others. Source: docs/scenarios.md, `swarm`.
 */
export interface Swarm {
  readonly profile: Profile;
  /** The probability with which each class of faults occurs in a run at all. */
  readonly odds: number;
  /**
   * How many things each client without a workload entry sets out to do; some take several steps.
   */
  readonly steps: Range;
  readonly operations: Weights<DrawnOperation>;
  readonly schedules: Weights<DrawnSchedule>;
  /** The average delay of all links, in nanoseconds. */
  readonly delay: Range<bigint>;
  /** Probabilities; a class whose greatest value is 0 does not occur. */
  readonly network: Readonly<Record<NetworkClass, Range>>;
  /** How many faults of each kind. */
  readonly faults: Readonly<Record<FaultClass, Range>>;
  /** How many nodes of each role are Byzantine. */
  readonly byzantine: Readonly<Record<Role, Range>>;
}

/** The least and the greatest value that may be drawn. */
export interface Range<T = number> {
  readonly least: T;
  readonly greatest: T;
}

/** The relative weights with which several things are drawn. */
export type Weights<K extends string> = Readonly<Record<K, number>>;

/** What a drawn client sets out to do; `shared` means acting for a multisig account. */
export type DrawnOperation =
  | 'pay'
  | 'token'
  | 'state'
  | 'escrow'
  | 'claim'
  | 'committee'
  | 'batch'
  | 'shared'
  | 'wait'
  | 'read';

/** A kind of schedule. */
export type DrawnSchedule = Extract<Schedule, string> | Extract<Schedule, object>['kind'];

/** A way in which links treat messages badly. */
export type NetworkClass = Exclude<keyof LinkModel, 'delay' | 'burst'>;

/** A kind of fault that is drawn. */
export type FaultClass = Fault['kind'];

/** The roles of nodes that can be Byzantine. */
export type Role = 'validators' | 'proxies' | 'clients';

const range = <T>(least: T, greatest: T): Range<T> => ({ least, greatest });
const ms = (count: bigint) => count * 1_000_000n;

/** What may be drawn if a scenario does not say; after simulators.md, section 4.2. */
export const DEFAULT_SWARM: Swarm = {
  profile: 'safe',
  odds: 0.5,
  steps: range(1, 4),
  operations: {
    pay: 8,
    token: 3,
    state: 2,
    escrow: 2,
    claim: 1,
    committee: 1,
    batch: 2,
    shared: 2,
    wait: 2,
    read: 3,
  },
  schedules: { fifo: 2, random: 5, pct: 3 },
  delay: range(ms(5n), ms(100n)),
  network: {
    drop: range(0, 0.3),
    dropResponses: range(0, 0.2),
    duplicate: range(0, 0.5),
    replay: range(0, 0.1),
    reorder: range(0, 0.5),
    corrupt: range(0, 0.02),
  },
  faults: {
    crash: range(0, 3),
    amnesia: range(0, 1),
    pause: range(0, 3),
    slow: range(0, 2),
    clock: range(0, 2),
    cut: range(0, 4),
    clog: range(0, 10),
    'swizzle-clog': range(0, 1),
    degrade: range(0, 2),
    // A disk that cannot be read hides from the invariants what its node holds, so these faults are
    // drawn only on request.
    'bit-rot': range(0, 0),
    'full-disk': range(0, 0),
  },
  byzantine: { validators: range(0, 33), proxies: range(0, 1), clients: range(0, 1) },
};
