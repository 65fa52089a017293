import { DEFAULT_SWARM, type Range, type Swarm } from '../scenario/swarm/swarm.ts';

/**
 * Which scenarios may be generated: a swarm, together with the cluster that is drawn before it.
 *
 * Many small runs find more than few large ones, so the defaults are small.
 */
export interface ScenarioSpace extends Swarm {
  /** The number of validators; small committees and those of 4, 7 and 10 are drawn more often. */
  readonly validators: Range;
  readonly proxies: Range;
  readonly clients: Range;
  /** The number of multisig accounts. */
  readonly accounts: Range;
  /**
   * The number of changes of committee. If at least one is asked for, every run has some; otherwise
   * only a few runs do.
   */
  readonly changes: Range;
}

const range = (least: number, greatest: number): Range => ({ least, greatest });

/** The space that is used where the caller says nothing else. */
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
    'bit-rot': range(1, 1),
    'full-disk': range(1, 1),
  },
  byzantine: { validators: range(1, 3), proxies: range(1, 1), clients: range(1, 2) },
  validators: range(1, 10),
  proxies: range(1, 2),
  clients: range(2, 4),
  accounts: range(0, 1),
  changes: range(0, 2),
};
