import { LIMITS } from '@quorate/protocol';
import type { Filter } from '../../message.ts';
import { isHash } from '../../store-keys.ts';

/** Says what is wrong with a list of ids in a query; undefined when nothing is. */
export function idsFault(what: string, ids: readonly string[]): string | undefined {
  if (ids.length > LIMITS.filterIds) {
    return `the count of ${what} is at most ${LIMITS.filterIds}, got ${ids.length}`;
  }
  return ids.every(isHash) ? undefined : `${what} are 64 lowercase hex digits each`;
}

/** Says what is wrong with a filter; undefined when nothing is. */
export function filterFault(what: string, filter: Filter<string>): string | undefined {
  return typeof filter === 'string' ? undefined : idsFault(what, filter);
}
