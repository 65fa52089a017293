import type { Ledger } from '@quorate/core';
import { differingRecord } from './ledger-difference.ts';
import type { Oracle } from './oracle.ts';

/** After full delivery all correct validators hold identical state, record by record. */
export function convergence(): Oracle {
  return {
    name: 'convergence',
    kind: 'safety',
    atRest: ({ validators }) => {
      const states: Ledger[] = [];
      const held: Record<string, string> = {};
      for (const { name, delivered } of validators) {
        held[name] = `state ${numberOf(delivered.ledger, states)}`;
      }
      const [first, second] = states;
      if (first === undefined || second === undefined) return undefined;
      return {
        message: `${validators.length} validators hold ${states.length} different states`,
        facts: { first: differingRecord(first, second) ?? '', ...held },
      };
    },
  };
}

/** Gives the number of an equal ledger seen before, or a new number. */
function numberOf(ledger: Ledger, states: Ledger[]): number {
  const known = states.findIndex((state) => differingRecord(state, ledger) === undefined);
  return known < 0 ? states.push(ledger) : known + 1;
}
