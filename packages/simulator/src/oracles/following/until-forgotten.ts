import type { OracleReport } from '../../run-result.ts';
import type { Watch } from '../watch.ts';

/** The two watches of a run in which nodes are to forget what they have signed. */
interface Watches {
  /** Counts those nodes as faulty from the start. */
  readonly lasting: Watch;
  /** Counts them as correct. */
  readonly hopeful: Watch;
  /** Tells whether one of them has forgotten anything yet. */
  readonly hasForgotten: () => boolean;
}

/**
 * Joins two watches so that nodes are judged like correct ones until the first of them forgets
 * something, and to the end if none does.
 *
 * An oracle cannot take back what it has concluded from a node that was correct, so there is one
 * watch for each of the two assumptions.
 */
export function untilForgotten({ lasting, hopeful, hasForgotten }: Watches): Watch {
  const valid = () => (hasForgotten() ? lasting : hopeful);
  const both = (tell: (watch: Watch) => void): void => {
    tell(lasting);
    if (!hasForgotten()) tell(hopeful);
  };
  return {
    afterStep: (step, at, disk) => both((watch) => watch.afterStep(step, at, disk)),
    afterProxyStep: (step, at) => both((watch) => watch.afterProxyStep(step, at)),
    afterClientStep: (step, at) => both((watch) => watch.afterClientStep(step, at)),
    sent: (from, message, at) => both((watch) => watch.sent(from, message, at)),
    atRest: (run, at) => valid().atRest(run, at),
    reports: () =>
      hasForgotten() ? joined(lasting.reports(), hopeful.reports()) : hopeful.reports(),
    isAcknowledged: (id) => valid().isAcknowledged(id),
    situations: () => lasting.situations(),
  };
}

/** What broke while all were still correct has broken for good. */
function joined(
  lasting: readonly OracleReport[],
  hopeful: readonly OracleReport[],
): readonly OracleReport[] {
  const before = new Map(hopeful.map(({ name, violations }) => [name, violations]));
  return lasting.map((report) =>
    report.violations.length > 0
      ? report
      : { ...report, violations: before.get(report.name) ?? [] },
  );
}
