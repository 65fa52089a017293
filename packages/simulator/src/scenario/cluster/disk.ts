import { buildDelay, type Distribution, type RawDelay } from '@quorate/network';
import { type Form, mapping, unless, type ValueOf } from '../forms.ts';
import { rawOfDelay } from '../network/raw-of-link.ts';
import { definition } from '../schema-shapes.ts';

const flush: Form<Distribution, RawDelay> = {
  schema: definition('delay', 'How long a flush takes; no time by default.'),
  load: buildDelay,
  state: rawOfDelay,
};

/** The form of the disk of every node. */
export const diskForm = mapping('The disk under every node.', {
  'flush?': unless(flush, { dist: 'const', mean: '0 ms' }),
});

/** The disk of every node of a cluster. */
export type ScenarioDisk = ValueOf<typeof diskForm>;
