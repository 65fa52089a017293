import type { Finding, Oracle, Settled } from './oracle.ts';

/** Creates a safety oracle that only looks at settlements. */
export function settlementOracle(
  name: string,
  afterSettlement: (settled: Settled) => Finding | undefined,
): Oracle {
  return { name, kind: 'safety', afterSettlement };
}
