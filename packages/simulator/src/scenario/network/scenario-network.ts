import type { LinkModel } from '@quorate/network';
import type { Ends } from './link-ends.ts';
import type { OrderedTurn } from './order.ts';
import type { Schedule } from './schedule.ts';

/** All links: the first override that matches applies, or else the default. */
export interface ScenarioNetwork {
  readonly default: LinkModel;
  readonly links: readonly ScenarioLinkOverride[];
  /**
   * What comes first, however late other messages and timers are due. What is not under way when its
   * turn comes waits for whatever else has its time, such as the start of a client. If nothing is
   * left that could bring it about, it is passed over.
   */
  readonly order: readonly OrderedTurn[];
  /** Which of several other events comes first. */
  readonly schedule: Schedule;
}

/** Replaces the default link from any node in `from` to any in `to`; `*` stands for all nodes. */
export interface ScenarioLinkOverride extends LinkModel, Ends {}
