import type { Finding, OracleContext, Settled } from '../oracle.ts';
import { type RecordPlace, recordName } from './record-name.ts';

/** A record that a settlement did not change as it had to. */
export interface Stray extends RecordPlace {
  /** What is wrong with it, in a clause without a subject. */
  readonly fault: string;
}

/** Makes the finding that a validator did something of which a record shows that it is wrong. */
export function strayFinding(
  { validator, facts }: Settled,
  { what, stray }: { readonly what: string; readonly stray: Stray },
  context: Pick<OracleContext, 'nameOf'>,
): Finding {
  return {
    message: `${validator} ${what}`,
    facts: {
      ...{ validator, transaction: facts.id },
      ...{ record: recordName(stray, context), fault: stray.fault },
    },
  };
}
