import type { Message } from '@quorate/core';
import type { LinkModel } from '@quorate/network';
import {
  createConditions,
  createFaultyNetwork,
  type FaultyNetwork,
  type FaultyNetworkOptions,
  messageAnatomy,
  type NetworkConditions,
} from '@quorate/network';
import type { RunObserver } from '../recording/observer.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { linksOf } from './links.ts';
import type { Watching } from './watching.ts';

/** The network of a world, and the conditions of its links. */
export interface WorldNetwork {
  readonly network: FaultyNetwork<Message>;
  readonly conditions: NetworkConditions;
}

/** What a network is built on. */
interface NetworkGround extends Pick<FaultyNetworkOptions<Message>, 'clock' | 'rng' | 'onSend'> {
  readonly watching: Watching;
  readonly observer: RunObserver | undefined;
}

/** Creates the network of a scenario. */
export function createWorldNetwork(
  scenario: Scenario,
  { watching, observer, ...ground }: NetworkGround,
): WorldNetwork {
  const conditions = createConditions(linksOf(scenario));
  const isReplayed = linkModelsOf(scenario).some(({ replay }) => replay !== undefined);
  const network = createFaultyNetwork<Message>({
    ...ground,
    ...(observer === undefined ? {} : watchedBy(observer)),
    freezes: watching.sharing,
    passage: conditions,
    anatomy: messageAnatomy,
    memory: isReplayed ? Number.POSITIVE_INFINITY : 0,
  });
  return { network, conditions };
}

function watchedBy({ delivered, altered, held, lost }: RunObserver) {
  return {
    onDrop: lost,
    ...(delivered === undefined ? {} : { onDeliver: delivered }),
    ...(altered === undefined ? {} : { onAlter: altered }),
    ...(held === undefined ? {} : { onHold: held }),
  };
}

/** Lists the link models that a scenario uses at any time. */
export function linkModelsOf({ network, faults }: Scenario): readonly Partial<LinkModel>[] {
  const overlays = faults.flatMap((fault) => (fault.kind === 'degrade' ? [fault.link] : []));
  return [network.default, ...network.links, ...overlays];
}
