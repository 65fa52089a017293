import { DEFAULT_SPACE, generateScenario, loadScenario, type Scenario } from '@quorate/simulator';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { createPageBrowser } from '../../../test/page-browser.ts';
import { pageSource, shippedScenario } from '../../../test/recorded-page.ts';
import { compareTwoRuns } from '../../against/two-runs.ts';
import type { RunData } from '../../page/run-data.ts';
import { renderComparedPage, renderPage } from './page.ts';
import { pageData } from './page-data.ts';

const browser = createPageBrowser();
afterAll(browser.close);

/** Opens the page of a run; an address may name a place. */
async function open(scenario: Scenario, hash = '') {
  const source = pageSource(scenario);
  const html = renderPage(source);
  const data: RunData = pageData(source);
  return { html, data, source, ...(await browser.open(html, hash)) };
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

/** Opening a page costs most of the time: tests that leave it as it was share it. */
function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** A run of more than 1,500 messages. */
function many(): Scenario {
  const steps = Array.from({ length: 40 }, () => '{ op: pay, to: bob, amount: 1 }');
  return loadScenario(
    `{version: 1, name: many, cluster: {validators: 7, clients: {alice: {balance: 1000}, bob: {}}},
      workload: [{id: w, client: alice, steps: [${steps.join()}]}]}`,
    'many.yaml',
  );
}

/** A run in which the network and a node do everything that has a look of its own. */
function troubled(): Scenario {
  const faults = [
    '{id: cut, kind: cut, from: v4, to: p1, direction: one-way, at: 0 s, for: 20 s}',
    '{id: clog, kind: clog, from: p1, to: v3, at: 0 s, for: 1 s}',
    '{id: down, kind: crash, node: v2, at: 100 ms, restartAfter: 1 s}',
    '{id: line, kind: degrade, from: p1, to: v1, at: 0 s, for: 9 s, link: {corrupt: {probability: 0.5}}}',
  ];
  return loadScenario(
    `{version: 1, name: troubled, cluster: {validators: 4, clients: {alice: {balance: 1000}, bob: {}}},
      network: {default: {duplicate: {probability: 0.5, copies: 2}}}, faults: [${faults.join()}],
      workload: [{id: w, client: alice, steps: [{op: pay, to: bob, amount: 1}]}]}`,
    'troubled.yaml',
  );
}

const inTrouble = once(() => open(troubled()));
const double = shippedScenario('byzantine/two-colluding-of-four.yaml');
const colluding = once(() => open(double));

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

  it('says how it ended for a client that sent by hand, and tells all about the arrow that is clicked, and what a refusal means', async () => {
    const page = await open(shippedScenario('double-spend.yaml'));
    expect(page.document.querySelector('.operations')?.textContent).toContain(
      'alice locked by own equivocation, nonce 0',
    );
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

  it.each(['.lost .cross', '.held', '.altered', '.copy', '.spell.down .band'])(
    'marks what went wrong: %s',
    async (mark) => {
      const { all } = await inTrouble();
      expect(all(mark).length).toBeGreaterThan(0);
    },
  );

  it('opens where the run broke, or at the place that its address names', async () => {
    const { document, all } = await open(double);
    const broken = /^M0 (\d+\.?\d*)/.exec(all('.breach path')[0]?.getAttribute('d') ?? '')?.[1];
    expect(Number(broken)).toBeGreaterThan(100);
    expect(document.querySelector('.diagram')?.scrollTop).toBeCloseTo(Number(broken), 0);
    const linked = await open(double, '#message-0');
    expect(arrows(linked, '.arrow.self')).toEqual(['mallory → v1 SubmitTransaction 0']);
    await linked.close();
  });

  it('fades nothing if its address names a place that is not there, and goes to one that is typed', async () => {
    const page = await open(shippedScenario('first-payment.yaml'), '#message-99999');
    expect(page.all('.details')).toEqual([]);
    expect(page.all('.faded')).toEqual([]);
    await page.goTo('#message-1');
    expect(page.document.querySelector('.details h2')?.textContent).toBe('SubmitTransaction');
    expect(arrows(page, '.arrow.self')).toHaveLength(1);
  });

  it('goes from step to step with keys, and shows everything again with Esc', async () => {
    const page = await inTrouble();
    const title = () => page.document.querySelector('.details h2')?.textContent;
    const seen: (string | undefined)[] = [];
    for (const key of ['ArrowDown', 'j', 'k', 'ArrowUp']) {
      await page.type(key);
      seen.push(title());
    }
    expect(seen[0]).toBe('alice: Execute');
    expect(seen[1]).not.toBe(seen[0]);
    expect(seen[2]).toBe(seen[0]);
    expect(seen[3]).toBe(seen[0]);
    expect(page.all('.arrow.faded').length).toBeGreaterThan(0);
    await page.type('Escape');
    expect(title()).toBeUndefined();
    expect(page.all('.arrow.faded')).toEqual([]);
    expect(page.window.location.hash).toBe('');
  });

  it('shows what the filters leave, and all of it again', async () => {
    const page = await inTrouble();
    const kinds = () => arrows(page, '.arrow').map((each) => each.split(' ')[3]);
    const heads = () => page.all('.heads strong').map((each) => each.textContent);
    const [before, lanes] = [kinds(), heads()];
    await page.tick('signing');
    expect(before).toContain('SubmitTransaction');
    expect(kinds().length).toBeLessThan(before.length);
    expect(arrows(page, '.arrow.signing')).toEqual([]);
    await page.tick('signing');
    await page.tick('v2');
    expect(heads()).toEqual(lanes.filter((name) => name !== 'v2'));
    expect(arrows(page, '.arrow').filter((each) => each.includes('v2'))).toEqual([]);
    await page.tick('v2');
    expect(kinds()).toEqual(before);
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
      { numRuns: 2 },
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

  it('draws of a long run what can be seen, and stays below 2 MB for 5,000 messages, also with another run beside it', async () => {
    const page = await open(many());
    const { document, all, settle } = page;
    const drawn = () => all('.arrow').map((each) => Number(each.getAttribute('data-message')));
    const first = drawn();
    expect(first.length).toBeLessThan(page.data.messages.length / 4);
    const box = document.querySelector('.diagram');
    if (box === null) throw new Error('there is no diagram');
    box.scrollTop = 15_000;
    box.dispatchEvent(new page.window.Event('scroll'));
    await settle();
    expect(Math.min(...drawn())).toBeGreaterThan(Math.max(...first));
    await page.close();
    const { length } = page.data.messages;
    expect(length).toBeGreaterThan(1_500);
    const side = { ...page.source, seed: 1n, how: 'one of two runs that are alike' };
    for (const html of [page.html, renderComparedPage(compareTwoRuns(side, side))]) {
      expect((Buffer.byteLength(html) / length) * 5_000).toBeLessThan(2_000_000);
    }
  });
});
