import { counted } from '@quorate/protocol';
import { seedText } from '../campaign/seed-range.ts';
import { DIAGRAM_LIMIT } from '../report/diagram.ts';
import { runRate } from '../report/words.ts';
import type { FinishedFuzz } from './finished.ts';
import { doubtOf, originOf, replayOf } from './origin.ts';

/** How many annotations of one kind GitHub shows for one step. */
const ANNOTATIONS_MAX = 10;

/**
 * Reports a search to GitHub Actions: an annotation for each cause, and on the page of the run a
 * table of the causes and a diagram of each that can be shown.
 *
 * Annotations are lines of standard output, so a command that prints one JSON object there leaves
 * them out. Elsewhere nothing is done; the library that speaks to GitHub is loaded only there.
 */
export async function tellGithub(
  finished: FinishedFuzz,
  { annotates }: { readonly annotates: boolean },
  env: NodeJS.ProcessEnv = process.env,
): Promise<void> {
  if (env['GITHUB_ACTIONS'] !== 'true') return;
  const core = await import('@actions/core');
  const { report, findings, plan, seconds } = finished;
  if (annotates) annotate(core, finished);
  if (env['GITHUB_STEP_SUMMARY'] === undefined) return;
  const rate = runRate(report.runs / seconds);
  core.summary
    .addHeading('quorate fuzz', 2)
    .addRaw(
      `${counted(report.runs, 'run')} from seed ${seedText(plan.first)}, ${rate}, ` +
        `${counted(report.shapes.size(), 'shape')}, ${report.failed} failed.`,
      true,
    );
  if (findings.length > 0) {
    core.summary.addTable([
      ['Cause', 'Runs', 'First with', 'Replay'].map((data) => ({ data, header: true })),
      ...findings.map((finding) => [
        finding.cause,
        `${finding.runs}`,
        `${originOf(finding, plan)}${doubtOf(finding)}`,
        replayOf(finding),
      ]),
    ]);
  }
  for (const { cause, run } of findings) {
    const { diagram } = run ?? {};
    if (diagram === undefined || diagram.length > DIAGRAM_LIMIT) continue;
    core.summary.addHeading(cause, 3).addRaw(`\n\`\`\`mermaid\n${diagram}\`\`\``, true);
  }
  await core.summary.write();
}

function annotate(
  core: Pick<typeof import('@actions/core'), 'error' | 'warning'>,
  { report, findings, plan, missed }: FinishedFuzz,
): void {
  for (const finding of findings.slice(0, ANNOTATIONS_MAX)) {
    const { cause } = finding;
    const first = `first with ${originOf(finding, plan)}${doubtOf(finding)}`;
    core.error(`${cause}\n${first}\n${replayOf(finding)}`, { title: cause });
  }
  for (const name of [...missed.situations, ...missed.invariants].slice(0, ANNOTATIONS_MAX)) {
    core.warning(`${name} occurred in none of ${counted(report.runs, 'run')}`, { title: name });
  }
}
