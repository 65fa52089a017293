import type { Message } from '@quorate/core';
import { createConditions, type NetworkConditions } from '../network/conditions.ts';
import type { LinkModel } from '../network/link-model.ts';
import { messageAnatomy } from '../network/message-anatomy.ts';
import {
  createSimulatedNetwork,
  type SimulatedNetwork,
  type SimulatedNetworkOptions,
} from '../network/network.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { linksOf } from './links.ts';

/** The network of a world, and what can be done to its links. */
export interface WorldNetwork {
  readonly network: SimulatedNetwork<Message>;
  readonly conditions: NetworkConditions;
}

/** Creates the network of a scenario. */
export function createWorldNetwork(
  scenario: Scenario,
  ground: Pick<SimulatedNetworkOptions<Message>, 'clock' | 'rng' | 'onSend'>,
): WorldNetwork {
  const conditions = createConditions(linksOf(scenario));
  const network = createSimulatedNetwork<Message>({
    ...ground,
    passage: conditions,
    anatomy: messageAnatomy,
    hasHistory: linksIn(scenario).some(({ replay }) => replay !== undefined),
  });
  return { network, conditions };
}

function linksIn({ network, faults }: Scenario): readonly Partial<LinkModel>[] {
  const overlays = faults.flatMap((fault) => (fault.kind === 'degrade' ? [fault.link] : []));
  return [network.default, ...network.links, ...overlays];
}
