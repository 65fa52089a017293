import { expect, it } from 'vitest';
import { exitCodes } from '../exit-code.ts';
import type { Score } from '../fuzz/scoreboard.ts';
import { plainColors } from '../output/terminal.ts';
import { isExplained, renderScoreboard, renderScoreboardSummary, trendLine } from './scoreboard.ts';

const killed: Score = {
  mutant: { id: 'lock-unchecked', title: 'signs beside a lock', rule: 'V4', isHard: true },
  isKilled: true,
  oracles: ['no-double-sign', 'unique-certificate'],
  runs: 26,
  seconds: 0.25,
  size: { operations: 0, faults: 0, acts: 1 },
  shrinkSeconds: 1.5,
  hunts: [],
};

const survivor: Score = {
  mutant: { id: 'quorum-of-a-majority', title: 'counts half', rule: 'S1' },
  isKilled: false,
  oracles: [],
  runs: undefined,
  seconds: undefined,
  size: undefined,
  shrinkSeconds: undefined,
  hunts: [{ runs: 500, seconds: 60, kill: undefined }],
};

const explained: Score = {
  ...survivor,
  mutant: { ...survivor.mutant, id: 'equal', survives: 'it does what the right one does' },
};

it('has a row for each mutant, and a reason for each survivor', () => {
  const text = renderScoreboard(
    [killed, survivor, explained],
    [exitCodes.noViolation],
    plainColors,
  );
  expect(text).toMatch(
    /^ {2}lock-unchecked \(hard\) +V4 +26 +0\.3 +0 +0 +1 {2}no-double-sign, unique-certificate$/m,
  );
  expect(text).toMatch(
    /^survived quorum-of-a-majority \(500 runs\): counts half; nobody knows why/m,
  );
  expect(text).toMatch(/^survived equal \(500 runs\): it does what the right one does$/m);
  expect(text).toMatch(
    /^FAIL {2}1 of 3 mutants killed, shrunk to 0 operations, 0 faults, 1 act in 1\.5 s \(medians\)$/m,
  );
});

it('passes where everything that survives is explained', () => {
  expect([killed, survivor, explained].map(isExplained)).toEqual([true, false, true]);
  expect(renderScoreboard([killed, explained], [], plainColors)).toMatch(/^PASS {2}1 of 2 /m);
});

it('says when the right core fails as well', () => {
  const core = { cause: 'liveness-honest: _ waits', scenario: 'generated-2a' };
  const shared = { ...survivor, hunts: [{ runs: 7, seconds: 1, kill: undefined, core }] };
  expect(renderScoreboard([shared], [exitCodes.failed], plainColors)).toMatch(
    /^the right core fails, too: liveness-honest: _ waits, in generated-2a$/m,
  );
  const { mutants } = JSON.parse(renderScoreboardSummary([shared], 0));
  expect(mutants[0].hunts).toEqual([{ runs: 7, seconds: 1, core, killed: false }]);
});

it('is one JSON object with what was killed and how many there are', () => {
  expect(JSON.parse(renderScoreboardSummary([killed, survivor], 3))).toMatchObject({
    killed: 1,
    total: 2,
    left: 3,
    runs: 26,
    mutants: [
      { id: 'lock-unchecked', killed: true, oracles: ['no-double-sign', 'unique-certificate'] },
      { id: 'quorum-of-a-majority', killed: false, hunts: [{ runs: 500, killed: false }] },
    ],
  });
});

it('adds one line to a trend, with the names of what survives', () => {
  const of = { at: '2026-01-01T00:00:00.000Z', version: '0.1.0', commit: 'abc' };
  const line = trendLine([killed, survivor], of);
  expect(line.endsWith('}\n')).toBe(true);
  expect(JSON.parse(line)).toMatchObject({
    ...of,
    killed: 1,
    total: 2,
    survivors: ['quorum-of-a-majority'],
  });
});
