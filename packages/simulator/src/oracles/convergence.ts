import { digestOf } from './digest-of.ts';
import type { Oracle } from './oracle.ts';

/** After full delivery all correct validators hold identical state digests. */
export function convergence(): Oracle {
  return {
    name: 'convergence',
    kind: 'safety',
    atRest: ({ validators }) => {
      const digests = validators.map(({ name, delivered }) => ({
        name,
        digest: digestOf(delivered.ledger),
      }));
      const states = new Set(digests.map(({ digest }) => digest));
      if (states.size <= 1) return undefined;
      return {
        message: `${validators.length} validators hold ${states.size} different states`,
        facts: Object.fromEntries(digests.map(({ name, digest }) => [name, digest])),
      };
    },
  };
}
