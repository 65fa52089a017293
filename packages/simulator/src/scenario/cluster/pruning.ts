import type { PrunePolicy } from '@quorate/core';
import {
  duration,
  type Form,
  listOf,
  mapping,
  named,
  node,
  orElse,
  positive,
  unless,
  type ValueOf,
} from '../forms.ts';

const kept = positive('How many of the newest of each sender stay; 1 by default.');
const keptForm: Form<bigint, number> = { ...kept, load: BigInt, state: Number };

/** The form of the pruning. */
export const pruningForm = mapping(
  'Which certificates validators and proxies let go of; all stay without it.',
  {
    olderThanNanos: named(
      'olderThan',
      orElse(duration('How old a certificate is that may go; any age by default.'), '0 ms'),
    ),
    'keepPerAccount?': orElse(keptForm, 1),
    'archives?': unless(
      listOf('Who keeps all of them; nobody by default.', node('A validator or a proxy.')),
      [],
    ),
  },
);

/** Which certificates nodes prune, and which nodes, proxies among them, keep everything. */
export type ScenarioPruning = ValueOf<typeof pruningForm>;

/** Gives what one node prunes; undefined for a node that keeps everything. */
export function prunePolicy(
  pruning: ScenarioPruning | undefined,
  name: string,
): PrunePolicy | undefined {
  return pruning === undefined || pruning.archives.includes(name) ? undefined : pruning;
}
