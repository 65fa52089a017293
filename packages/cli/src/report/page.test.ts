import { DEFAULT_SPACE, generateScenario, loadScenario, type Scenario } from '@quorate/simulator';
import fc from 'fast-check';
import { Browser } from 'happy-dom';
import { afterAll, describe, expect, it } from 'vitest';
import { pageSource, shippedScenario } from '../../test/recorded-page.ts';
import type { RunData } from '../page/run-data.ts';
import { renderPage } from './page.ts';
import { pageData } from './page-data.ts';

const browser = new Browser({
  settings: {
    enableJavaScriptEvaluation: true,
    suppressInsecureJavaScriptEnvironmentWarning: true,
  },
});
afterAll(() => browser.close());

/** Opens the page of a run as a browser does, which runs its program. */
async function open(scenario: Scenario) {
  const source = pageSource(scenario);
  const html = renderPage(source);
  const page = browser.newPage();
  page.content = html;
  await page.waitUntilComplete();
  const { document } = page.mainFrame;
  const all = (selector: string) => [...document.querySelectorAll(selector)];
  const settle = () => page.waitUntilComplete();
  const press = async (text: string) => {
    const button = all('button').find((each) => each.textContent === text);
    if (button === undefined) throw new Error(`no button says "${text}"`);
    (button as unknown as { click(): void }).click();
    await settle();
  };
  const data: RunData = pageData(source);
  return { html, data, source, document, all, press, settle, close: () => page.close() };
}

type Opened = Awaited<ReturnType<typeof open>>;

/** Describes the messages that these arrows stand for, such as "mallory → v2 SubmitTransaction". */
function arrows({ all, data }: Opened, selector: string): readonly string[] {
  return all(selector)
    .map((arrow) => data.messages[Number(arrow.getAttribute('data-message'))])
    .flatMap((message) => {
      if (message === undefined) return [];
      const { from, to, kind, transaction } = message;
      const names = [from, to].map((lane) => data.lanes[lane]?.name);
      return [`${names.join(' → ')} ${data.texts[kind]} ${transaction}`];
    })
    .toSorted((a, b) => (a < b ? -1 : 1));
}

const colluding = () => open(shippedScenario('byzantine/two-colluding-of-four.yaml'));

describe('the page of a run', () => {
  it('says what broke, who is to blame, and how to see it again', async () => {
    const { document } = await colluding();
    const text = document.body.textContent;
    for (const part of [
      'two certificates for (mallory, nonce 0)',
      'No two transactions for one (sender, nonce) are certified',
      'assumption broken: 2 of 4 validators lied, and f is 1',
      'v3 signed 2 of them (Byzantine)',
      'npx quorate run scenario.yaml --seed 0x1',
      '6c33cf29fa21a066fd170b327f83bc1ee200001956578b0ef737779ce4289fe4',
    ]) {
      expect(text).toContain(part);
    }
  });

  it('lights up what a certificate came from and what came of it, and nothing else', async () => {
    const page = await colluding();
    const [, bobs] = page.data.certificates;
    expect(bobs?.signers).toEqual(['v2', 'v3', 'v4']);
    expect(page.all('.arrow.faded')).toEqual([]);
    await page.press('certificate of v2 v3 v4');
    const asked = ['v2', 'v3', 'v4'].flatMap((name) => [
      `mallory → ${name} SubmitTransaction ${bobs?.transaction}`,
      `${name} → mallory Response Signed ${bobs?.transaction}`,
    ]);
    const delivered = [
      `mallory → v2 SubmitCertificate ${bobs?.transaction}`,
      `v2 → mallory Response Settled ${bobs?.transaction}`,
    ];
    expect(arrows(page, '.arrow[data-lit]')).toEqual(
      [...asked, ...delivered].toSorted((a, b) => (a < b ? -1 : 1)),
    );
    expect(page.all('.arrow.faded')).toHaveLength(page.data.messages.length - 8);
    await page.press('show all');
    expect(page.all('.arrow.faded')).toEqual([]);
  });

  it('tells all about the arrow that is clicked, and what a refusal means', async () => {
    const page = await open(shippedScenario('double-spend.yaml'));
    const { steps, texts } = page.data;
    const code = 'PreviousTransactionMustBeConfirmedFirst';
    const place = steps.findIndex(({ verdict }) => texts[verdict ?? -1] === code);
    const mark = page.document.querySelector(`[data-step="${place}"]`);
    mark?.dispatchEvent(
      new (page.document.defaultView?.MouseEvent ?? Event)('click', { bubbles: true }) as never,
    );
    await page.settle();
    const details = page.document.querySelector('.details')?.textContent;
    expect(details).toContain(code);
    expect(details).toContain(page.data.meanings[code]);
    expect(page.data.meanings[code]).toMatch(/\w+ \w+ .*\./);
    const request = page.data.messages[steps[place]?.message ?? -1];
    expect(arrows(page, '.arrow.self')).toEqual([
      expect.stringContaining(`SubmitTransaction ${request?.transaction}`),
    ]);
  });

  it('marks what was lost, held, damaged and copied', async () => {
    for (const [path, mark] of [
      ['network/one-way-cut.yaml', '.lost .cross'],
      ['network/clogged-validator.yaml', '.held'],
      ['network/corrupted-bytes.yaml', '.altered'],
      ['network/duplicates-and-replays.yaml', '.copy'],
      ['crashes/torn-write.yaml', '.spell.down .band'],
    ] as const) {
      const { all, close } = await open(shippedScenario(path));
      expect(all(mark).length, path).toBeGreaterThan(0);
      await close();
    }
  });

  it('draws every message of any run, between its nodes and where the trace has it', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
        fc.constantFrom('safe' as const, 'beyond' as const),
        async (seed, profile) => {
          const page = await open(generateScenario({ ...DEFAULT_SPACE, profile }, seed));
          const { data, source, all } = page;
          const { events, messages } = source.recorded;
          expect(data.messages).toHaveLength(messages.length);
          const ends = data.messages.flatMap(({ from, to }) => [data.lanes[from], data.lanes[to]]);
          expect(ends).not.toContain(undefined);
          const drawn = new Set(
            all('.arrow').map((each) => Number(each.getAttribute('data-message'))),
          );
          // A long diagram draws only what can be seen.
          if (messages.length < 200) expect(drawn.size).toBe(messages.length);
          const seen = events.flatMap(({ message }) => message ?? []);
          const strange = seen.filter((place) => messages[place]?.arrivals.length === 0);
          expect(strange).toEqual([]);
          await page.close();
        },
      ),
      { numRuns: 4 },
    );
  });

  it('takes texts of users as texts, whatever they say', async () => {
    const nasty = '</script><script>document.title = "owned"</script><!-- <b>&amp;</b> \u2028';
    const scenario = { ...shippedScenario('first-payment.yaml'), description: nasty };
    const { document, all, html } = await open(scenario);
    expect(all('script')).toHaveLength(2);
    expect(document.title).not.toBe('owned');
    expect(document.querySelector('header p')?.textContent).toBe(nasty);
    expect(html).not.toContain(nasty);
  });

  it('loads nothing from anywhere', () => {
    const html = renderPage(pageSource(shippedScenario('first-payment.yaml')));
    expect(html).toContain("default-src 'none'");
    const [, program = ''] = html.split('<script type="module">');
    expect(program).not.toMatch(/^\s*(import|export)\b/m);
    expect(html.replace(program, '')).not.toMatch(/\b(src|href)=/);
  });

  it('stays below 2 MB for 5,000 messages', () => {
    const steps = Array.from({ length: 100 }, () => '{ op: pay, to: bob, amount: 1 }');
    const source = pageSource(
      loadScenario(
        `{version: 1, name: many, cluster: {validators: 7, clients: {alice: {balance: 1000}, bob: {}}},
          workload: [{id: w, client: alice, steps: [${steps.join()}]}]}`,
        'many.yaml',
      ),
    );
    const { length } = source.recorded.messages;
    expect(length).toBeGreaterThan(4_000);
    expect((Buffer.byteLength(renderPage(source)) / length) * 5_000).toBeLessThan(2_000_000);
  });
});
