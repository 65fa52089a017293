import type { Distribution } from '@quorate/network';
import { definition, object } from './schema-shapes.ts';

/** The disk of every node of a cluster. */
export interface ScenarioDisk {
  /** How long a flush takes, in nanoseconds. */
  readonly flush: Distribution;
}

/** The default disk: flushes take no time. */
export const INSTANT_DISK: ScenarioDisk = { flush: { kind: 'const', mean: 0n } };

/** The schema of the disk, for editors and the loader. */
export const diskSchema = object('The disk under every node.', {
  'flush?': definition('delay', 'How long a flush takes; no time by default.'),
});
