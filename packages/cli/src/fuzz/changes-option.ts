import { DEFAULT_SPACE } from '@quorate/simulator';
import type { Changes } from './changes.ts';

/** Gives the option for unusual numbers of changes; empty for the usual ones. */
export function changesOption({ least, greatest }: Changes): string {
  const { changes: usual } = DEFAULT_SPACE;
  if (least === usual.least && greatest === usual.greatest) return '';
  return ` --changes ${least === greatest ? least : `${least}..${greatest}`}`;
}
