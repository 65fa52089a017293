import type { Distribution } from '@quorate/network';
import { definition, object } from './schema-shapes.ts';

/** Describe the disk under every node of a cluster. */
export interface ScenarioDisk {
  /** How long a flush takes. Units: nanoseconds. */
  readonly flush: Distribution;
}

/** Flushes that take no time, at nodes of which a scenario says nothing. */
export const INSTANT_DISK: ScenarioDisk = { flush: { kind: 'const', mean: 0n } };

/** Describe the disk to editors and to the loader. */
export const diskSchema = object('The disk under every node.', {
  'flush?': definition('delay', 'How long a flush takes; no time by default.'),
});
