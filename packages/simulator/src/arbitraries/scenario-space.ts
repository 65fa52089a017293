import { DEFAULT_SWARM, type Range, type Swarm } from '../scenario/swarm/swarm.ts';

/**
 * Says which scenarios may be generated: a swarm, together with the cluster that is drawn before it.
 *
 * Small runs and many of them find more than few great ones, so there is little of everything unless
 * it is said otherwise.
 */
export interface ScenarioSpace extends Swarm {
  /** How many validators; small committees, 4, 7 and 10 are drawn more often. */
  readonly validators: Range;
  readonly proxies: Range;
  readonly clients: Range;
  /** How many multisig accounts. */
  readonly accounts: Range;
  /** How many changes of committee; some runs have some unless at least one is asked for. */
  readonly changes: Range;
}

const range = (least: number, greatest: number): Range => ({ least, greatest });

/** What is generated where nothing else is said. */
export const DEFAULT_SPACE: ScenarioSpace = {
  ...DEFAULT_SWARM,
  steps: range(0, 3),
  faults: {
    ...DEFAULT_SWARM.faults,
    crash: range(1, 3),
    amnesia: range(1, 1),
    pause: range(1, 2),
    slow: range(1, 1),
    clock: range(1, 1),
    cut: range(1, 2),
    clog: range(1, 3),
    'swizzle-clog': range(1, 1),
    degrade: range(1, 1),
  },
  byzantine: { validators: range(1, 3), proxies: range(1, 1), clients: range(1, 2) },
  validators: range(1, 10),
  proxies: range(1, 2),
  clients: range(2, 4),
  accounts: range(0, 1),
  changes: range(0, 2),
};
