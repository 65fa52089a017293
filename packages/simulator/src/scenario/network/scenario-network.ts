import type { LinkModel } from '@quorate/network';
import type { Schedule } from './schedule.ts';

/** Describe every link: the first override that matches wins, the default serves the rest. */
export interface ScenarioNetwork {
  readonly default: LinkModel;
  readonly links: readonly ScenarioLinkOverride[];
  readonly schedule: Schedule;
}

/** Replace the default link between two nodes; `*` stands for any node. */
export interface ScenarioLinkOverride extends LinkModel {
  readonly from: string;
  readonly to: string;
}
