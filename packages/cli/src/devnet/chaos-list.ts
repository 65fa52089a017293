import { CHAOS } from '@quorate/devnet';
import { faultInWords } from './fault-words.ts';

/** How many validators a devnet has by default. */
const USUAL_VALIDATORS = 4;

/** Lists what `--chaos` takes, with the faults that each name stands for. */
export function chaosList(validators = USUAL_VALIDATORS): string {
  const names = Array.from({ length: validators }, (_, index) => `v${index + 1}`);
  return Object.entries(CHAOS)
    .map(([name, { sentence, faultsAmong }]) => {
      const faults = faultsAmong(names).map((fault) => `  ${faultInWords(fault)}\n`);
      return `${name}: ${sentence}\n${faults.join('')}`;
    })
    .join('');
}
