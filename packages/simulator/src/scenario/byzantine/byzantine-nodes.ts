import type { Scenario } from '../scenario.ts';

/**
 * List the nodes of a scenario that break the rules; who has no act left is honest. A client whose rival
 * payment a liar shows has signed it, and so breaks them as well.
 */
export function byzantineNodes({ byzantine }: Pick<Scenario, 'byzantine'>): ReadonlySet<string> {
  return new Set(
    byzantine.flatMap(({ node, acts }) => {
      const partners = acts.flatMap((act) =>
        act.act === 'false-snapshot' && act.shows === 'rival' ? [act.of] : [],
      );
      return acts.length === 0 ? [] : [node, ...partners];
    }),
  );
}
