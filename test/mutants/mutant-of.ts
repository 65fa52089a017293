import { MUTANTS, type Mutant } from '@quorate/mutants';
import type { WrongRules } from '@quorate/simulator';

/** Finds a mutant by its id. */
export function mutantOf(id: string): Mutant {
  const mutant = MUTANTS.find((each) => each.id === id);
  if (mutant === undefined) throw new Error(`there is no mutant ${id}`);
  return mutant;
}

/** Gives only the rules of a mutant, as a run takes them. */
export function rulesOf({ validatorRules, proxyRules, clientRules }: Partial<Mutant>): WrongRules {
  return {
    ...(validatorRules === undefined ? {} : { validatorRules }),
    ...(proxyRules === undefined ? {} : { proxyRules }),
    ...(clientRules === undefined ? {} : { clientRules }),
  };
}
