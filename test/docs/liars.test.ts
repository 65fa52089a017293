import { readFileSync } from 'node:fs';
import { DEED_DESCRIPTIONS } from '@quorate/byzantine';
import { expect, it } from 'vitest';

const DEVNET = readFileSync(new URL('../../docs/devnet.md', import.meta.url), 'utf8');
const SCENARIOS = readFileSync(new URL('../../docs/scenarios.md', import.meta.url), 'utf8');

/** The acts in the first column of the tables of a text. */
function actsIn(text: string): readonly string[] {
  return [...text.matchAll(/^\| `([a-z-]+)(?: \{[^}]*\})?` \|/gm)].map(([, act = '']) => act);
}

it('lists the lies of validators that a devnet knows, all of which scenarios know', () => {
  const [, section = ''] = DEVNET.split('## Validators that lie\n');
  const [listed = ''] = section.split('\n## ');
  const deeds = Object.keys(DEED_DESCRIPTIONS).toSorted();
  expect([...actsIn(listed)].toSorted()).toEqual(deeds);
  expect(actsIn(SCENARIOS)).toEqual(expect.arrayContaining(deeds));
});
