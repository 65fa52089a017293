import { counted } from '@quorate/protocol';
import { seedText } from '../../campaign/seed-range.ts';
import type { FinishedCampaign } from '../campaign.ts';
import { replayLine } from '../failure.ts';
import { failureBody, testCase, testSuite, testSuites } from './junit-parts.ts';

/**
 * Gives campaigns as a JUnit report: a suite for each scenario, in it a failed case for each way in
 * which runs failed and for each required situation that no run reached, and a case for the runs
 * that passed, skipped if none did.
 *
 * An element `failure` contains the command that shows the failure again; `options` is what that
 * command needs besides the seed.
 */
export function renderCampaignJUnit(
  finished: readonly FinishedCampaign[],
  options: string,
): string {
  return testSuites(finished.map((one) => renderSuite(one, options)));
}

function renderSuite({ campaign, failures }: FinishedCampaign, options: string): string {
  const { plan, runs, failed, unmet, isInterrupted } = campaign;
  const { file, scenario } = plan.loaded;
  const cases = [
    ...failures.map(({ name, runs: many, seed, run }) => ({
      name,
      message: `in ${many} of ${counted(runs, 'run')}, first with seed ${seedText(seed)}`,
      text: replayLine(run, options),
    })),
    ...unmet.map((name) => ({ name: `sometimes.${name}`, message: 'never occurred', text: '' })),
  ];
  const passed = runs - failed;
  const name = scenario.name;
  const counts = { tests: cases.length + 1, failures: cases.length, skipped: passed === 0 ? 1 : 0 };
  const { first, last } = plan.seeds;
  const seeds = { first: seedText(first), last: seedText(last), runs, passed, isInterrupted };
  return testSuite({ name, file, ...counts }, seeds, [
    ...cases.map(({ message, text, ...each }) =>
      testCase(name, each.name, failureBody({ message }, text)),
    ),
    testCase(name, 'runs that passed', passed === 0 ? '<skipped/>' : ''),
  ]);
}
