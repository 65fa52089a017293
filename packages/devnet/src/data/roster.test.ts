import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { errorOf } from '@quorate/testkit';
import { describe, expect, it } from 'vitest';
import { openRoster, ROSTER_FILE } from './roster.ts';

describe('openRoster', () => {
  it('names no validator beyond the hundredth', () => {
    const roster = openRoster(undefined, 99);
    expect(roster.next()).toBe('v100');
    roster.add();
    expect(errorOf(() => roster.next())).toMatchObject({
      code: 'InvalidOption',
      message: 'validators: expected a whole number from 1 to 100, got 101',
    });
  });

  it.each([
    ['1000000000', 'validators: expected at most 100'],
    ['3', 'validators: expected 4 at least, since none ever goes, got 3'],
  ])('takes no file of %s validators for one of a devnet that began with 4', (count, why) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'quorate-roster-'));
    const path = join(dataDir, ROSTER_FILE);
    writeFileSync(path, `{"version": 1, "validators": ${count}}`);
    expect(errorOf(() => openRoster(dataDir, 4))).toMatchObject({
      code: 'UnreadableData',
      message: `${path} cannot be read: ${why}`,
    });
    rmSync(dataDir, { recursive: true });
  });
});
