import { type RecordRunOptions, recordRun, type Scenario } from '@quorate/simulator';
import { afterAll, describe, expect, it } from 'vitest';
import { createPageBrowser } from '../../../test/page-browser.ts';
import { shippedScenario } from '../../../test/recorded-page.ts';
import { compareTwoRuns, type TwoRuns } from '../../against/two-runs.ts';
import { layOut } from '../../page/layout.ts';
import { mergeRuns } from '../../page/merged.ts';
import { onlyText } from '../../page/model.ts';
import { compareMoments } from '../../page/moments.ts';
import { pick, USUAL_FILTER } from '../../page/pick.ts';
import type { Message, RunData } from '../../page/run-data.ts';
import { judge } from '../../runs/judge.ts';
import { comparedData } from './compared-data.ts';
import { renderComparedPage, renderPage } from './page.ts';

const browser = createPageBrowser();
afterAll(browser.close);

function side(scenario: Scenario, how: string, options: RecordRunOptions = {}) {
  const seed = options.seed ?? scenario.seed;
  const recorded = recordRun(scenario, { crypto: 'stub', ...options });
  return { scenario, seed, how, recorded, run: judge('s.yaml', recorded.result, undefined) };
}

const double = shippedScenario('byzantine/two-colluding-of-four.yaml');
const honest: Scenario = {
  ...double,
  byzantine: double.byzantine.filter(({ node }) => node !== 'v4'),
};
const colluding = compareTwoRuns(side(double, 'as it is'), side(honest, 'with v4 honest'));

const payment = shippedScenario('crashes/proxy-crash.yaml');
const lucky = compareTwoRuns(side(payment, 'seed 1'), side(payment, 'seed 3', { seed: 3n }));

/** Gives the data of both runs, and those of the diagram that shows both. */
function shown(two: TwoRuns): { readonly own: RunData; readonly other: RunData; both: RunData } {
  const own = comparedData(two);
  const other = own.against?.other ?? own;
  return { own, other, both: mergeRuns(own, other) };
}

function nameOf({ lanes, texts, transactions }: RunData, message: Message): string {
  const { from, to, kind, transaction } = message;
  const id = transactions[transaction ?? -1]?.id ?? '';
  return `${lanes[from]?.name} → ${lanes[to]?.name} ${texts[kind]} ${id} ${onlyText(message)}`;
}

describe.each([
  ['of which one lacks a liar', colluding],
  ['with other luck', lucky],
])('the diagram of two runs %s', (_, two) => {
  it('has all of this run and what only the other has, as they are there', () => {
    const { own, other, both } = shown(two);
    const added = other.messages.filter(({ only }) => only !== undefined);
    expect(added.length).toBeGreaterThan(0);
    expect(both.messages.map((each) => nameOf(both, each))).toEqual([
      ...own.messages.map((each) => nameOf(own, each)),
      ...added.map((each) => nameOf(other, each)),
    ]);
    for (const { answers, from, to } of both.messages) {
      if (answers === undefined) continue;
      expect(both.messages[answers]).toMatchObject({ from: to, to: from });
    }
    for (const { message, lane } of both.steps) {
      if (message !== undefined) expect(both.messages[message]?.to).toBe(lane);
    }
  });

  it('has nothing that only one run has above the line where they part', () => {
    for (const data of Object.values(shown(two))) {
      const moment = data.parting?.moment;
      if (moment === undefined) throw new Error('the runs do not part');
      const early = data.messages.filter(
        ({ only, sent }) => only === 'has' && compareMoments(sent, moment) < 0,
      );
      expect(early).toEqual([]);
      const layout = layOut(data, pick(data, USUAL_FILTER), 100);
      expect(layout.bottom).toBeGreaterThan(layout.momentY(moment));
    }
  });
});

describe('the page of two runs', () => {
  it('says where they part and what differs, marks in words what only one has, and shows each alone', async () => {
    const page = await browser.open(renderComparedPage(colluding));
    const { document, all, press } = page;
    const card = document.querySelector('.two-runs')?.textContent ?? '';
    for (const part of [
      '17 happenings that both have',
      'v4 answers mallory: Signed (mallory pays alice 100)',
      'PreviousTransactionMustBeConfirmedFirst',
      'only this run has byzantine.second-accomplice',
      'with v4 honest',
    ]) {
      expect(card).toContain(part);
    }
    const words = () => new Set(all('.onlyness').map((each) => each.textContent));
    expect(words()).toEqual(new Set(['only this run', 'only the other run']));
    expect(all('.step.signed.of-own')).toHaveLength(1);
    expect(all('.step.refused.of-other')).toHaveLength(1);
    expect(all('.parting')).toHaveLength(1);
    expect(document.body.textContent).toContain('✗ unique-certificate (only this run)');

    await press('the other run');
    expect(words()).toEqual(new Set(['only the other run']));
    expect(all('.arrow')).toHaveLength(colluding.other.recorded.messages.length);
    expect(page.window.location.hash).toBe('#other');
    await page.goTo('#this-message-0');
    expect(words()).toEqual(new Set(['only this run']));
    expect(all('.arrow.self')).toHaveLength(1);
    await press('both runs');
    expect(page.window.location.hash).toBe('');
    await page.close();
  });

  it('takes no more than twice the room of one, and opens as that of one without a line if they do not part', async () => {
    const { own } = lucky;
    const one = renderPage({ ...own, options: '' });
    const program = /<script type="module">.*<\/script>/s.exec(one)?.[0].length ?? 0;
    const room = (html: string) => html.length - program;
    expect(room(renderComparedPage(lucky))).toBeLessThan(room(one) * 2.3);
    const page = await browser.open(renderComparedPage(compareTwoRuns(own, own)));
    expect(page.all('.parting, .onlyness')).toEqual([]);
    expect(page.document.querySelector('.two-runs')?.textContent).toContain('both have the same');
    await page.close();
  });
});
