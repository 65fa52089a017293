import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const simulator = join(import.meta.dirname, '../../packages/simulator/src');

/** What validators, proxies and clients decide by: their judges have to know it independently. */
const DECIDING = [
  'cellKey',
  'certificateFault',
  'claimsFault',
  'committeeAccount',
  'committeeConfig',
  'faultyMax',
  'heldEnvelopes',
  'limitFault',
  'quorumSize',
  'verifiedFacts',
];

function sourcesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .map((path) => join(folder, path));
}

function importedFromCore(path: string): readonly string[] {
  const [, names = ''] =
    /import (?:type )?\{([^}]*)\} from '@quorate\/core';/.exec(readFileSync(path, 'utf8')) ?? [];
  return names.split(',').map((name) => name.trim());
}

it('oracles judge by nothing that the judged nodes decide by', () => {
  const sources = sourcesIn(join(simulator, 'oracles'));
  expect(sources.length).toBeGreaterThan(50);
  const borrowed = sources.flatMap((path) =>
    importedFromCore(path).filter((name) => DECIDING.includes(name)),
  );
  expect(borrowed).toEqual([]);
});

it('no part of the simulator counts quorums with the core', () => {
  const borrowed = sourcesIn(simulator).flatMap((path) =>
    importedFromCore(path).filter((name) => name === 'quorumSize' || name === 'faultyMax'),
  );
  expect(borrowed).toEqual([]);
});
