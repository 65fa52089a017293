import type { LinkModel } from '@quorate/network';
import type { Fault } from '../faults/fault.ts';
import type { Schedule } from '../network/schedule.ts';

/**
 * What the Byzantine and forgetful validators of a drawn scenario may amount to: at most f of them,
 * so that everything must hold; more than f, in league with a client, so that anything may break;
 * none at all.
 */
export const PROFILES = ['safe', 'beyond', 'none'] as const;

/** Names a budget of faults. */
export type Profile = (typeof PROFILES)[number];

/**
 * Says what may be drawn for a scenario: `drawScenario` puts something concrete in its place.
 *
 * Every class (a kind of operation, of fault, a feature of links) is drawn from streams of its own,
 * so that what is said of one changes nothing of the others. Source: docs/scenarios.md, `swarm`.
 */
export interface Swarm {
  readonly profile: Profile;
  /** How likely each class of faults takes part in a run at all. */
  readonly odds: number;
  /** How many things each client sets out to do that has no workload entry; some take several steps. */
  readonly steps: Range;
  readonly operations: Weights<DrawnOperation>;
  readonly schedules: Weights<DrawnSchedule>;
  /** The average delay of all links. Units: nanoseconds. */
  readonly delay: Range<bigint>;
  /** Probabilities; a class takes no part where the greatest is 0. */
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

/** How often each of several things is drawn in comparison. */
export type Weights<K extends string> = Readonly<Record<K, number>>;

/** What a drawn client sets out to do; `shared` is to act for a multisig account. */
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

/** Who can be Byzantine. */
export type Role = 'validators' | 'proxies' | 'clients';

const range = <T>(least: T, greatest: T): Range<T> => ({ least, greatest });
const ms = (count: bigint) => count * 1_000_000n;

/** What may be drawn where a scenario does not say; after simulators.md, section 4.2. */
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
    // A disk that cannot be read hides from the invariants what its node holds, so these are drawn on request.
    'bit-rot': range(0, 0),
    'full-disk': range(0, 0),
  },
  byzantine: { validators: range(0, 33), proxies: range(0, 1), clients: range(0, 1) },
};
