import type { Finding, Oracle, Settled } from './oracle.ts';
import type { InvariantName } from './statements/statements.ts';

/** Creates a safety oracle that only looks at settlements. */
export function settlementOracle(
  name: InvariantName,
  afterSettlement: (settled: Settled) => Finding | undefined,
): Oracle {
  return { name, kind: 'safety', afterSettlement };
}
