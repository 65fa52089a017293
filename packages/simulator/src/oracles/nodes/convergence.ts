import type { Ledger } from '@quorate/core';
import { recordName, recordText } from '../model/record-name.ts';
import type { Oracle, OracleContext } from '../oracle.ts';
import { differingRecord } from './ledger-difference.ts';

/** After full delivery all correct validators hold identical state, record by record. */
export function convergence(context: Pick<OracleContext, 'nameOf'>): Oracle {
  return {
    name: 'convergence',
    kind: 'safety',
    atRest: ({ validators }) => {
      const states: Ledger[] = [];
      const numbers = validators.map(({ delivered }) => numberOf(delivered.ledger, states));
      const [first, second] = states;
      const place = first && second && differingRecord(first, second);
      if (place === undefined) return undefined;
      const held = validators.map(({ name, delivered }, index) => [
        name,
        `state ${numbers[index]}: ${recordText(delivered.ledger, place)}`,
      ]);
      return {
        message: `${validators.length} validators hold ${states.length} different states`,
        facts: { record: recordName(place, context), ...Object.fromEntries(held) },
      };
    },
  };
}

/** Gives the number of an equal ledger seen before, or a new number. */
function numberOf(ledger: Ledger, states: Ledger[]): number {
  const known = states.findIndex((state) => differingRecord(state, ledger) === undefined);
  return known < 0 ? states.push(ledger) : known + 1;
}
