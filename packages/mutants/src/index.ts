export type { Mutant } from './mutant.ts';
export { MUTANTS } from './mutants.ts';
