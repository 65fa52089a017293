import { closeSync, openSync } from 'node:fs';
import { devNull } from 'node:os';

/** @throws the error of the system, `EMFILE` or `ENFILE`, if it cannot open this many files now */
export function expectDescriptors(count: number): void {
  const held: number[] = [];
  try {
    while (held.length < count) held.push(openSync(devNull, 'r'));
  } finally {
    for (const file of held) closeSync(file);
  }
}
