import type { PrunePolicy } from '@quorate/core';
import { formatDuration, parseDuration } from '@quorate/network';
import { definition, list, node, object, positive } from './schema-shapes.ts';

/** Which certificates nodes prune. */
export interface ScenarioPruning extends PrunePolicy {
  /** The nodes that keep everything; proxies may be among them. */
  readonly archives: readonly string[];
}

/** The pruning as the file states it. */
export interface RawPruning {
  readonly olderThan?: string;
  readonly keepPerAccount?: number;
  readonly archives?: readonly string[];
}

/** The schema of the pruning, for editors and the loader. */
export const pruningSchema = object(
  'Which certificates validators and proxies let go of; all stay without it.',
  {
    'olderThan?': definition(
      'duration',
      'How old a certificate is that may go; any age by default.',
    ),
    'keepPerAccount?': positive('How many of the newest of each sender stay; 1 by default.'),
    'archives?': list('Who keeps all of them; nobody by default.', node('A validator or a proxy.')),
  },
);

/** Converts the pruning: a duration becomes nanoseconds, defaults are filled in. */
export function buildPruning(raw: RawPruning): ScenarioPruning {
  return {
    olderThanNanos: parseDuration(raw.olderThan ?? '0 ms'),
    keepPerAccount: BigInt(raw.keepPerAccount ?? 1),
    archives: raw.archives ?? [],
  };
}

/** Gives the pruning as a file states it. */
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

/** Gives what one node prunes; undefined for a node that keeps everything. */
export function prunePolicy(
  pruning: ScenarioPruning | undefined,
  name: string,
): PrunePolicy | undefined {
  return pruning === undefined || pruning.archives.includes(name) ? undefined : pruning;
}
