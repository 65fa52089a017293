import type { Oracle } from './oracle.ts';

/** After full delivery all correct validators hold identical state digests. */
export function convergence(): Oracle {
  return {
    name: 'convergence',
    kind: 'safety',
    atRest: (validators) => {
      const digests = new Set(validators.map(({ digest }) => digest));
      if (digests.size <= 1) return undefined;
      return {
        message: `${validators.length} validators hold ${digests.size} different states`,
        facts: Object.fromEntries(validators.map(({ name, digest }) => [name, digest])),
      };
    },
  };
}
