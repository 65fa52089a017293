import { loadScenario } from '@quorate/simulator';
import { expect, it } from 'vitest';
import { firstPayment } from '../../test/sample-result.ts';
import { judge } from '../runs/judge.ts';
import { createCampaignProgress } from './progress.ts';
import { seedRunOf } from './seed-run.ts';

const text = 'version: 1\nname: any\ncluster: { validators: 4, clients: {} }\nworkload: []\n';
const loaded = { file: 'any.yaml', scenario: loadScenario(text, 'any.yaml') };
const run = seedRunOf(1n, judge(loaded.file, firstPayment, undefined));

/** Gives the numbers of ended runs, of `total`, after which a log has a line. */
function toldAfter(total: number): readonly number[] {
  const lines: string[] = [];
  const complain = (line: string) => lines.push(line);
  const seeds = { first: 1n, last: BigInt(total) };
  const progress = createCampaignProgress({ loaded, seeds }, { complain });
  for (let done = 0; done < total; done += 1) progress.ran(run);
  progress.end();
  return lines.map((line) => Number(/^any {2}(\d+)\/\d+ seeds, 0 failed, /.exec(line)?.[1]));
}

it('writes a line to a log for each tenth', () => {
  expect(toldAfter(20)).toEqual([2, 4, 6, 8, 10, 12, 14, 16, 18, 20]);
  expect(toldAfter(3)).toEqual([1, 2, 3]);
});

it('writes a line to a log after a hundred runs, and ten times as many, before the first tenth', () => {
  expect(toldAfter(50_000).slice(0, 4)).toEqual([100, 1_000, 5_000, 10_000]);
  expect(toldAfter(1_000).slice(0, 2)).toEqual([100, 200]);
  expect(toldAfter(3_000).slice(0, 5)).toEqual([100, 300, 600, 900, 1_200]);
});

it('leaves the line of a terminal empty', () => {
  const lines: string[] = [];
  const rewrite = (line: string) => lines.push(line);
  const seeds = { first: 1n, last: 9n };
  const terminal = { complain: () => undefined, rewrite };
  const progress = createCampaignProgress({ loaded, seeds }, terminal);
  progress.ran(run);
  progress.end();
  expect(lines.at(-1)).toBe('');
});
