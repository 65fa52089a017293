import { seedText } from '../campaign/seed-range.ts';
import { replayLine } from '../report/failure.ts';
import { count } from '../report/words.ts';
import { repeatText } from './changes.ts';
import type { FinishedFuzz } from './finished.ts';

/** How many annotations of one kind GitHub shows for one step. */
const ANNOTATIONS_MAX = 10;

/**
 * Tells GitHub Actions of a search: an annotation for each cause, and a table on the page of the run.
 *
 * Does nothing elsewhere; the library that speaks to GitHub is loaded only there.
 */
export async function tellGithub(
  { report, findings, plan, missed, seconds }: FinishedFuzz,
  env: NodeJS.ProcessEnv = process.env,
): Promise<void> {
  if (env['GITHUB_ACTIONS'] !== 'true') return;
  const core = await import('@actions/core');
  for (const { cause, seed, run } of findings.slice(0, ANNOTATIONS_MAX)) {
    const replay = run === undefined ? '' : `\n${replayLine(run, '')}`;
    core.error(`${cause}\nfirst with seed ${repeatText(seed, plan.space)}${replay}`, {
      title: cause,
    });
  }
  for (const name of [...missed.situations, ...missed.invariants].slice(0, ANNOTATIONS_MAX)) {
    core.warning(`${name} occurred in none of ${count(report.runs, 'run')}`, { title: name });
  }
  if (env['GITHUB_STEP_SUMMARY'] === undefined) return;
  const rate = Math.round(report.runs / seconds);
  core.summary
    .addHeading('quorate fuzz', 2)
    .addRaw(
      `${count(report.runs, 'run')} from seed ${seedText(plan.first)}, ${rate} runs/s, ` +
        `${count(report.shapes.size(), 'shape')}, ${report.failed} failed.`,
      true,
    );
  if (findings.length > 0) {
    core.summary.addTable([
      ['Cause', 'Runs', 'Seed', 'Replay'].map((data) => ({ data, header: true })),
      ...findings.map(({ cause, runs, seed, run }) => [
        cause,
        `${runs}`,
        repeatText(seed, plan.space),
        run === undefined ? '' : replayLine(run, ''),
      ]),
    ]);
  }
  await core.summary.write();
}
