import { readdirSync } from 'node:fs';
import { runScenario } from '@quorate/simulator';
import { describe, expect, it } from 'vitest';
import { shippedScenario } from './scenario-documents.ts';

const FILES = readdirSync(new URL('../scenarios/regressions', import.meta.url)).filter((name) =>
  name.endsWith('.yaml'),
);

describe('scenarios/regressions', () => {
  it.each(FILES)('%s ends as it expects', (file) => {
    const result = runScenario(shippedScenario(`regressions/${file}`), { crypto: 'stub' });
    expect(result.oracles.flatMap(({ violations }) => violations)).toEqual([]);
    expect(result.verdict).toBe(result.expectedVerdict);
    expect(result.failedExpectations).toEqual([]);
  });
});
