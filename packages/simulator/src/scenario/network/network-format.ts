import { buildLink, type LinkModel, parseDuration, type RawLink } from '@quorate/network';
import { present } from '../../present.ts';
import type { Problem } from '../diagnostic.ts';
import { type Form, mapping, type StatedOf, schemasOf } from '../forms.ts';
import { filled } from '../raw-values.ts';
import { list, object } from '../schema-shapes.ts';
import { ends } from './link-ends.ts';
import { checkLink, linkKeys } from './link-format.ts';
import { rawOfLink } from './raw-of-link.ts';
import type { ScenarioNetwork } from './scenario-network.ts';
import { scheduleForm } from './schedule.ts';

const between = mapping('One override.', ends);

/** The network as the file states it. */
export interface RawNetwork {
  readonly default?: RawLink;
  readonly links?: readonly (StatedOf<typeof between> & RawLink)[];
  readonly schedule?: StatedOf<typeof scheduleForm>;
}

const DEFAULT_LINK: LinkModel = {
  delay: { kind: 'exp', mean: parseDuration('50 ms'), min: parseDuration('1 ms') },
  drop: 0,
};

/** The form of the network; what an override leaves out, the default gives. */
export const networkForm: Form<ScenarioNetwork, RawNetwork> = {
  schema: object('How messages travel; by default exponential delays of 50 ms, no loss.', {
    'default?': object('Every link without an override.', linkKeys),
    'links?': list(
      'Overrides, in order; the first that matches wins. What one leaves out, the default gives.',
      object('One override.', { ...schemasOf(ends), ...linkKeys }),
    ),
    'schedule?': scheduleForm.schema,
  }),
  load({ default: base = {}, links = [], schedule = 'random' }) {
    const fallback = { ...DEFAULT_LINK, ...buildLink(base) };
    return {
      default: fallback,
      links: links.map((link) => ({ ...between.load(link), ...fallback, ...buildLink(link) })),
      schedule: scheduleForm.load(schedule),
    };
  },
  state: ({ default: base, links, schedule }) => ({
    default: rawOfLink(base),
    ...present({
      links: filled(links.map((link) => ({ ...between.state(link), ...rawOfLink(link) }))),
    }),
    schedule: scheduleForm.state(schedule),
  }),
};

/** Finds values of the network that contradict each other; expects the checked shape. */
export function checkNetwork({ default: base = {}, links = [] }: RawNetwork): Problem[] {
  return [
    ...checkLink(base, ['network', 'default']),
    ...links.flatMap((link, index) => checkLink(link, ['network', 'links', index])),
  ];
}
