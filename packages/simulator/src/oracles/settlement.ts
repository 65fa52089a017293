import type { Ledger, RecordChange } from '@quorate/core';
import {
  factsOf,
  type Transaction,
  type TransactionCertificate,
  type TransactionFacts,
} from '@quorate/protocol';
import type { Finding, Oracle } from './oracle.ts';
import { certificateSettled } from './settled-by.ts';

/** One certificate, and the ledger of a correct validator before and after it settled there. */
export interface Settled {
  readonly validator: string;
  readonly certificate: TransactionCertificate;
  readonly facts: TransactionFacts;
  readonly transaction: Transaction;
  readonly before: Ledger;
  readonly after: Ledger;
  readonly changes: readonly RecordChange[];
}

/** Creates a safety oracle that looks at every settlement and at nothing else. */
export function settlementOracle(
  name: string,
  check: (settled: Settled) => Finding | undefined,
): Oracle {
  return {
    name,
    kind: 'safety',
    afterStep: (step) => {
      const certificate = certificateSettled(step);
      if (certificate === undefined) return undefined;
      const { validator, observation, changes } = step;
      const facts = factsOf(certificate.envelope.transaction);
      const { transaction } = facts;
      const before = observation.before.ledger;
      const after = observation.after.ledger;
      return check({ validator, certificate, facts, transaction, before, after, changes });
    },
  };
}
