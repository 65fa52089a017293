import { DEFAULT_SPACE } from '@quorate/simulator';
import type { Changes } from './changes.ts';

/** Writes options that give other than the usual changes; empty where they are the usual ones. */
export function changesOption({ least, greatest }: Changes): string {
  const { changes: usual } = DEFAULT_SPACE;
  if (least === usual.least && greatest === usual.greatest) return '';
  return ` --changes ${least === greatest ? least : `${least}..${greatest}`}`;
}
