import type { PrunePolicy } from '@quorate/core';
import { formatDuration, parseDuration } from '@quorate/network';
import { definition, list, node, object } from './schema-shapes.ts';

/** Describe which certificates nodes let go of. */
export interface ScenarioPruning extends PrunePolicy {
  /** Nodes that keep everything, proxies among them. */
  readonly archives: readonly string[];
}

/** Hold what a file states of it. */
export interface RawPruning {
  readonly olderThan?: string;
  readonly keepPerAccount?: number;
  readonly archives?: readonly string[];
}

/** Describe the pruning to editors and to the loader. */
export const pruningSchema = object(
  'Which certificates validators and proxies let go of; all stay without it.',
  {
    'olderThan?': definition(
      'duration',
      'How old a certificate is that may go; any age by default.',
    ),
    'keepPerAccount?': {
      title: 'a whole number, 1 or more',
      description: 'How many of the newest of each sender stay; 1 by default.',
      type: 'integer',
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
    },
    'archives?': list('Who keeps all of them; nobody by default.', node('A validator or a proxy.')),
  },
);

/** Convert what a file states: a duration to nanoseconds, defaults filled in. */
export function buildPruning(raw: RawPruning): ScenarioPruning {
  return {
    olderThanNanos: parseDuration(raw.olderThan ?? '0 ms'),
    keepPerAccount: BigInt(raw.keepPerAccount ?? 1),
    archives: raw.archives ?? [],
  };
}

/** Give what a file would state of it. */
export function rawOfPruning({
  olderThanNanos,
  keepPerAccount,
  archives,
}: ScenarioPruning): RawPruning {
  return {
    olderThan: formatDuration(olderThanNanos),
    keepPerAccount: Number(keepPerAccount),
    ...(archives.length === 0 ? {} : { archives }),
  };
}

/** Give what one node lets go of; undefined for one that keeps everything. */
export function prunePolicy(
  pruning: ScenarioPruning | undefined,
  name: string,
): PrunePolicy | undefined {
  return pruning === undefined || pruning.archives.includes(name) ? undefined : pruning;
}
