import type { LinkModel } from '@quorate/network';
import type { Schedule } from './schedule.ts';

/** All links: the first override that matches applies, or else the default. */
export interface ScenarioNetwork {
  readonly default: LinkModel;
  readonly links: readonly ScenarioLinkOverride[];
  readonly schedule: Schedule;
}

/** Replaces the default link between two nodes; `*` stands for any node. */
export interface ScenarioLinkOverride extends LinkModel {
  readonly from: string;
  readonly to: string;
}
