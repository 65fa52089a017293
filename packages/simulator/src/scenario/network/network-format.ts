import type { LinkModel } from '@quorate/network';
import { buildLink, parseDuration, type RawLink } from '@quorate/network';
import type { Problem } from '../diagnostic.ts';
import { list, object } from '../schema-shapes.ts';
import { buildEnds, endKeys, type RawEnds } from './link-ends.ts';
import { checkLink, linkKeys } from './link-format.ts';
import type { ScenarioNetwork } from './scenario-network.ts';
import { buildSchedule, type RawSchedule, scheduleSchema } from './schedule.ts';

/** The network as the file states it. */
export interface RawNetwork {
  readonly default?: RawLink;
  readonly links?: readonly (RawEnds & RawLink)[];
  readonly schedule?: RawSchedule;
}

const DEFAULT_LINK: LinkModel = {
  delay: { kind: 'exp', mean: parseDuration('50 ms'), min: parseDuration('1 ms') },
  drop: 0,
};

/** The schema of the network. */
export const networkSchema = object(
  'How messages travel; by default exponential delays of 50 ms, no loss.',
  {
    'default?': object('Every link without an override.', linkKeys),
    'links?': list(
      'Overrides, in order; the first that matches wins. What one leaves out, the default gives.',
      object('One override.', {
        ...endKeys,
        ...linkKeys,
      }),
    ),
    'schedule?': scheduleSchema,
  },
);

/** Converts a checked network and fills in defaults. */
export function buildNetwork({ default: base, links = [], schedule }: RawNetwork): ScenarioNetwork {
  const fallback = { ...DEFAULT_LINK, ...buildLink(base ?? {}) };
  return {
    default: fallback,
    links: links.map((link) => ({
      ...buildEnds(link),
      ...fallback,
      ...buildLink(link),
    })),
    schedule: buildSchedule(schedule),
  };
}

/** Finds values of the network that contradict each other; expects the checked shape. */
export function checkNetwork({ default: base = {}, links = [] }: RawNetwork): Problem[] {
  return [
    ...checkLink(base, ['network', 'default']),
    ...links.flatMap((link, index) => checkLink(link, ['network', 'links', index])),
  ];
}
