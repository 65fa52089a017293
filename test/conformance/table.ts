import { afterAll, it } from 'vitest';

/** Checks what a row of the interface document says; throws if the devnet does otherwise. */
export type Check = () => Promise<void>;

/**
 * Opens a table of the interface document: each row becomes a test of that name, and once all have
 * run the table is printed with a tick for each that held.
 */
export function openTable(title: string): (row: string, check: Check) => void {
  const held = new Map<string, boolean>();
  afterAll(() => {
    const lines = [...held].map(([row, isHeld]) => `   ${isHeld ? '✓' : '✗'} ${row}\n`);
    process.stdout.write(`\n ${title}\n${lines.join('')}`);
  });
  return (row, check) => {
    held.set(row, false);
    it(`${title}: ${row}`, async () => {
      await check();
      held.set(row, true);
    });
  };
}
