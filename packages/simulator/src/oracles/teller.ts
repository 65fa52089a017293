import type { OracleReport, Violation } from '../run-result.ts';
import type { Finding, Oracle } from './oracle.ts';
import { INVARIANTS } from './statements/statements.ts';

/** A hook of an oracle, by name; every hook takes one argument. */
type Hook = Exclude<keyof Oracle, 'name' | 'kind'>;
type Heard<H extends Hook> = Parameters<NonNullable<Oracle[H]>>[0];

/** Functions that tell all oracles with one hook; they do nothing when there is nothing to tell. */
export type Tellers = {
  readonly [H in Hook]: (heard: Heard<H> | undefined, at: bigint) => void;
};

/** Tells oracles what happens, counts their checks and keeps their findings. */
export interface Teller {
  readonly tell: Tellers;
  /** Whether any oracle has a hook, so that preparing what it is told is worth while. */
  hears(hook: Hook): boolean;
  reports(): readonly OracleReport[];
}

/** Every hook; the type ensures that none is forgotten. */
const HOOKS: Readonly<Record<Hook, true>> = {
  afterStep: true,
  afterProxyStep: true,
  afterClientStep: true,
  afterHandover: true,
  afterSettlement: true,
  afterSend: true,
  afterSigning: true,
  afterCertified: true,
  afterStart: true,
  afterAnswer: true,
  afterSuccess: true,
  afterRefusal: true,
  afterClientWord: true,
  afterRead: true,
  noteSettlement: true,
  noteAnswer: true,
  noteCertified: true,
  noteRead: true,
  noteSuccess: true,
  noteWish: true,
  atRest: true,
};

/**
 * Creates the teller of these oracles. `eventNow` numbers the events of the run; without it, findings
 * name none.
 *
 * One payment causes about three hundred calls of oracles. So each hook has its own list, and is
 * counted once for all oracles on it.
 */
export function createTeller(oracles: readonly Oracle[], eventNow?: () => number): Teller {
  const violations = new Map(oracles.map((oracle) => [oracle, [] as Violation[]]));
  const counts = new Map<Hook, () => number>();

  function found(oracle: Oracle, hook: Hook, at: bigint, finding: Finding): void {
    const { name, kind } = oracle;
    // At rest nothing happens any more.
    const event = hook === 'atRest' ? undefined : eventNow?.();
    const when = event === undefined ? { at } : { at, event };
    const mustHold = INVARIANTS[name].holds;
    violations.get(oracle)?.push({ oracle: name, kind, mustHold, ...when, ...finding });
  }

  function telling<H extends Hook>(hook: H): Tellers[H] {
    const told = oracles.flatMap((oracle) => {
      const run = oracle[hook] as ((heard: Heard<H>) => Finding | undefined) | undefined;
      return run === undefined ? [] : [{ oracle, run }];
    });
    let count = 0;
    counts.set(hook, () => count);
    return (heard, at) => {
      if (heard === undefined) return;
      count += 1;
      for (const { oracle, run } of told) {
        const finding = run(heard);
        if (finding !== undefined) found(oracle, hook, at, finding);
      }
    };
  }

  function checksOf(oracle: Oracle): number {
    let sum = 0;
    for (const [hook, count] of counts) {
      if (oracle[hook] !== undefined && !hook.startsWith('note')) sum += count();
    }
    return sum;
  }

  const hooks = Object.keys(HOOKS) as Hook[];
  return {
    tell: Object.fromEntries(hooks.map((hook) => [hook, telling(hook)])) as unknown as Tellers,
    hears: (hook) => oracles.some((oracle) => oracle[hook] !== undefined),
    reports: () =>
      oracles.map((oracle) => ({
        name: oracle.name,
        checks: checksOf(oracle),
        violations: violations.get(oracle) ?? [],
      })),
  };
}
