import { performance } from 'node:perf_hooks';
import { counted } from '@quorate/protocol';
import { createStandingLine } from '../output/standing-line.ts';
import type { Terminal } from '../output/terminal.ts';
import { runRate } from '../report/words.ts';
import type { CampaignPlan } from './campaign.ts';
import { seedCount } from './seed-range.ts';
import type { SeedRun } from './seed-run.ts';

/** Tells people how far a campaign has got. */
export interface CampaignProgress {
  /** Notes that a run has ended. */
  ran(run: SeedRun): void;
  /** Leaves the terminal as it was. */
  end(): void;
}

/** How many lines report progress if no line can be rewritten. */
const PLAIN_LINES = 10;

/**
 * In the first tenth of a long campaign, there is a line after this many runs, then after ten times
 * as many, and so on.
 */
const FIRST_LINE = 100;

/** Reports progress: on one line of a terminal, or in a few lines of a log. */
export function createCampaignProgress(
  { loaded, seeds }: Pick<CampaignPlan, 'loaded' | 'seeds'>,
  terminal: Pick<Terminal, 'complain' | 'rewrite'>,
): CampaignProgress {
  const total = seedCount(seeds);
  const start = performance.now();
  const standing = createStandingLine(terminal);
  let done = 0;
  let failed = 0;

  function line(now: number): string {
    const rate = runRate((done * 1000) / (now - start));
    return `${loaded.scenario.name}  ${done}/${counted(total, 'seed')}, ${failed} failed, ${rate}`;
  }

  return {
    ran({ failure }) {
      done += 1;
      if (failure !== undefined) failed += 1;
      if (standing !== undefined) standing.show(line);
      else if (isTold(done, total)) terminal.complain(`${line(performance.now())}\n`);
    },
    end: () => standing?.end(),
  };
}

function isTold(done: number, total: number): boolean {
  const tenths = (runs: number) => Math.floor((runs * PLAIN_LINES) / total);
  const isEarly = done >= FIRST_LINE && tenths(done) === 0;
  return tenths(done) > tenths(done - 1) || (isEarly && Number.isInteger(Math.log10(done)));
}
