import type { LinkModel } from '@quorate/network';
import type { Ends } from './link-ends.ts';
import type { Schedule } from './schedule.ts';

/** All links: the first override that matches applies, or else the default. */
export interface ScenarioNetwork {
  readonly default: LinkModel;
  readonly links: readonly ScenarioLinkOverride[];
  readonly schedule: Schedule;
}

/** Replaces the default link from any node in `from` to any in `to`; `*` stands for all nodes. */
export interface ScenarioLinkOverride extends LinkModel, Ends {}
