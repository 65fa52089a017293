import { expect, it } from 'vitest';
import { parseStrategy, strategyText } from './strategy.ts';

it.each(['random', 'pct:1', 'pct:3', 'pct:99'])('%s is a strategy', (text) => {
  const strategy = parseStrategy(text);
  expect(strategy && strategyText(strategy)).toBe(text);
});

it.each(['', 'pct', 'pct:0', 'pct:100', 'pct:x', 'Random', 'dfs'])(
  '"%s" is not a strategy',
  (text) => {
    expect(parseStrategy(text)).toBeUndefined();
  },
);
