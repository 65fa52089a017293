import { Browser, type BrowserWindow, type HTMLElement as Element } from 'happy-dom';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Devnet, startDevnet } from '../devnet.ts';
import { createDashboardApp } from './dashboard-app.ts';

const TOKEN = 'secret';
let devnet: Devnet;
let guarded: Devnet;
beforeAll(async () => {
  devnet = await startDevnet({ port: 0 });
  guarded = await startDevnet({ port: 0, token: TOKEN, validators: 1 });
});
afterAll(() => Promise.all([devnet.close(), guarded.close()]));

const browsers: Browser[] = [];
afterEach(async () => {
  await Promise.all(browsers.splice(0).map((browser) => browser.close()));
});

/** Opens the page as a browser does, which runs its program. */
async function open({ rest }: Devnet) {
  const browser = new Browser({
    settings: {
      enableJavaScriptEvaluation: true,
      suppressInsecureJavaScriptEnvironmentWarning: true,
    },
  });
  browsers.push(browser);
  const page = browser.newPage();
  await page.goto(`${rest}/`);
  const { document } = page.mainFrame;
  const shows = (text: string) =>
    vi.waitFor(() => expect(document.body.textContent).toContain(text), { timeout: 20_000 });
  const find = (selector: string): Element => {
    const found = document.querySelector(selector);
    if (found === null) throw new Error(`nothing is ${selector}`);
    return found as unknown as Element;
  };
  const press = (label: string) => find(`button[aria-label="${label}"]`).click();
  const fill = (label: string, value: string) => {
    (find(`[aria-label="${label}"]`) as unknown as { value: string }).value = value;
  };
  return { page, shows, press, fill, find };
}

/** Notes what a page requests from now on. */
function requestsOf(window: BrowserWindow): readonly string[] {
  const requests: string[] = [];
  const fetchThere = window.fetch.bind(window);
  window.fetch = (url, init) => {
    requests.push(String(url));
    return fetchThere(url, init);
  };
  return requests;
}

describe('the dashboard', () => {
  it('is where a browser lands, and loads nothing from elsewhere', async () => {
    const response = await fetch(`${devnet.rest}/`);
    expect(response.url).toBe(`${devnet.rest}/dashboard`);
    const policy = response.headers.get('content-security-policy');
    expect(policy).toContain("default-src 'self'");
    expect(policy).toContain("connect-src 'self' http://127.0.0.1:*;");
    const linked = [...(await response.text()).matchAll(/(?:src|href)="(\/[^"]+)"/g)];
    expect(linked).toHaveLength(2);
    for (const [, path] of linked) expect((await fetch(`${devnet.rest}${path}`)).status).toBe(200);
  });

  it('shows payments, crashes a validator, says what that means, and heals', async () => {
    const { shows, press, fill, find } = await open(devnet);
    await shows('all 4 validators serve');
    fill('whom', 'bob');
    fill('how much', '2.5');
    find('form button[type="submit"]').click();
    await shows('wallet pays bob 2.5 FAST');
    press('Crash v4');
    await shows('1 of 4 validators impaired, f is 1: payments go on');
    press('Cut off v3');
    await shows('2 of 4 validators impaired, f is 1: nothing settles until 3 serve');
    press('Reconnect v3');
    press('Start v4');
    await shows('all 4 validators serve');
    press('Check everything');
    await shows('The check found nothing wrong.');
    await shows('1,000,002.5');
  });

  it('makes validators lie by an example, says who does what, and when safety is off', async () => {
    const { page, shows, press, fill, find } = await open(devnet);
    const { Event } = page.mainFrame.window;
    await shows('all 4 validators serve');
    fill('example', 'v1 gives signatures that do not verify');
    find('[aria-label="example"]').dispatchEvent(new Event('change'));
    await vi.waitFor(() =>
      expect((find('[aria-label="fault"]') as unknown as { value: string }).value).toContain(
        '"forge"',
      ),
    );
    press('Begin');
    await shows('1 of 4 validators lies, f is 1: payments go on');
    await shows('active, lies: forge');
    const other = { kind: 'byzantine', node: 'v2', acts: [{ act: 'twin' }] };
    await fetch(`${devnet.admin}/faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(other),
    });
    await shows('2 of 4 validators lie, f is 1: safety is off, so an account can spend twice');
    press('End all');
    await shows('all 4 validators serve');
  });

  it('may ask validators for accounts under an IPv6 address too, which no policy can name', async () => {
    const app = createDashboardApp();
    const answered = await app.request('/dashboard', { headers: { host: '[::1]:7400' } });
    const policy = answered.headers.get('content-security-policy');
    expect(policy).toContain("connect-src 'self' http:;");
  });

  it('shows what an account holds beside that account, and says what is no address', async () => {
    const { page, shows, fill, find } = await open(devnet);
    const rows = () =>
      [...find('section:nth-of-type(3) tbody').children].map((row) => row.textContent);
    const seek = (text: string) => {
      fill('account', text);
      find('[aria-label="account"]').dispatchEvent(new page.mainFrame.window.Event('input'));
    };
    await shows('1,000,000');
    seek('faucet');
    await vi.waitFor(() => expect(rows()).toHaveLength(1));
    expect(rows().join()).not.toContain('1,000,000');
    seek('nobody at all');
    await shows('it is no address');
  });

  it('links a certificate only of what is final', async () => {
    const { shows, fill, find } = await open(devnet);
    await shows('all 4 validators serve');
    const pay = (amount: string) => {
      fill('whom', 'bob');
      fill('how much', amount);
      find('form button[type="submit"]').click();
    };
    const link = 'a[href^="/v1/certificate/"]';
    pay('3.25');
    await shows('pays bob 3.25 FAST');
    find('tbody .what').click();
    await vi.waitFor(() => find(link));
    find('tbody .what').click();
    pay('9000000000000');
    await shows('InsufficientFunding');
    find('tbody .what').click();
    await shows('submitted by');
    expect(() => find(link)).toThrow('nothing is');
  });

  it('says that a devnet is gone, and that the rest is old', async () => {
    const brief = await startDevnet({ port: 0, validators: 1 });
    const { shows } = await open(brief);
    await shows('the validator serves');
    await brief.close();
    await shows('Below is what it told last.');
  });

  it('says why something was refused', async () => {
    const { shows, fill, find } = await open(devnet);
    await shows('all 4 validators serve');
    fill('name of a snapshot', 'No Name');
    find('section:last-child form button[type="submit"]').click();
    await shows('name: expected 1 to 64 lower-case letters, digits and dashes');
  });

  it('asks for the token of a devnet that has one, and for the right one', async () => {
    const { shows, find } = await open(guarded);
    const give = (token: string) => {
      (find('input[name="token"]') as unknown as { value: string }).value = token;
      find('button[type="submit"]').click();
    };
    await shows('The devnet was started with this token');
    give('wrong');
    await shows('authorization: expected the token of this devnet');
    give(TOKEN);
    await shows('the validator serves');
  });

  it('asks for a wrong token only once, however long the page stays open', async () => {
    const [refused, other] = [await open(guarded), await open(devnet)];
    await refused.shows('The devnet was started with this token');
    await other.shows('all 4 validators serve');
    const [asked, askedByOther] = [refused, other].map(({ page }) =>
      requestsOf(page.mainFrame.window),
    );
    const { find, shows } = refused;
    (find('input[name="token"]') as unknown as { value: string }).value = 'wrong';
    find('button[type="submit"]').click();
    await shows('authorization: expected the token of this devnet');
    // What it was told without a token stands there until it asks.
    await vi.waitFor(() => expect(asked?.length).toBeGreaterThan(0), { timeout: 20_000 });
    const already = asked?.length ?? 0;
    // A page that is answered asks each second.
    const polls = () => askedByOther?.filter((url) => url.endsWith('/committee')).length ?? 0;
    const then = polls();
    await vi.waitFor(() => expect(polls()).toBeGreaterThan(then + 2), { timeout: 20_000 });
    expect(asked).toHaveLength(already);
    expect(askedByOther?.some((url) => url.endsWith('/genesis'))).toBe(false);
  });

  it('asks each validator for accounts every two seconds, however often it is answered', async () => {
    const { page, shows } = await open(devnet);
    await shows('all 4 validators serve');
    const asked = requestsOf(page.mainFrame.window);
    const countOf = (isMeant: (url: string) => boolean) => asked.filter(isMeant).length;
    const seconds = () => countOf((url) => url.endsWith('/committee'));
    await vi.waitFor(() => expect(seconds()).toBeGreaterThan(2), { timeout: 20_000 });
    const urls = devnet.validators.map(({ rpc }) => new URL(rpc).href);
    const times = countOf((url) => urls.includes(url)) / urls.length;
    expect(times).toBeGreaterThan(0);
    expect(times).toBeLessThanOrEqual(seconds());
  });

  it('asks before it makes a validator forget, or goes back', async () => {
    const { shows, press } = await open(devnet);
    await shows('all 4 validators serve');
    const before = devnet.faults().length;
    for (const label of [
      'Forget v4',
      'No v4',
      'Back to the beginning',
      'No',
      'Forget v4',
      'Yes, forget all v4',
    ]) {
      await vi.waitFor(() => press(label));
    }
    await vi.waitFor(async () => {
      const answer = await fetch(`${devnet.admin}/faults`);
      const { ended } = (await answer.json()) as { ended: readonly object[] };
      expect(ended).toContainEqual(expect.objectContaining({ kind: 'amnesia', node: 'v4' }));
    });
    expect(devnet.faults()).toHaveLength(before);
  });

  it('cuts, slows and heals links one by one, and shows what is in effect on each', async () => {
    const { page, shows, press, find } = await open(devnet);
    await shows('all 4 validators serve');
    const cell = (name: string) => find(`button[aria-label^="link ${name}:"]`);
    const says = (name: string, words: string) =>
      vi.waitFor(() => expect(cell(name).textContent).toBe(words), { timeout: 20_000 });
    const pressOnce = (label: string) => vi.waitFor(() => press(label), { timeout: 20_000 });
    cell('p1 to v4').click();
    await pressOnce('Lose answers');
    await says('p1 to v4', 'cut ←');
    expect(cell('p1 to v4').getAttribute('aria-expanded')).toBe('true');
    await pressOnce('Slow by 1 s');
    await says('p1 to v4', 'cut ←, takes 1 s');
    await says('p1 to v3', 'open');
    await pressOnce('Heal');
    await says('p1 to v4', 'open');
    press('Cut off v3');
    await says('http to v3', 'cut');
    cell('http to v3').click();
    const [{ id } = { id: '' }] = devnet.faults() as readonly { readonly id: string }[];
    await vi.waitFor(() => find(`button[aria-label^="End ${id}, which strikes"]`));
    await pressOnce('Heal all links');
    await says('http to v3', 'open');
    expect(devnet.faults()).toEqual([]);
    expect(page.mainFrame.document.querySelectorAll('.links tbody fieldset')).toHaveLength(1);
  });

  it('shows what is held, and lets it arrive or be lost', async () => {
    const { page, shows, press, fill, find } = await open(devnet);
    await shows('None: no clog is in effect.');
    await fetch(`${devnet.admin}/faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ kind: 'clog', from: 'p1', to: 'v1', only: { message: 'Request' } }),
    });
    fill('whom', 'carol');
    fill('how much', '1.5');
    find('form button[type="submit"]').click();
    await shows('wallet pays carol 1.5 FAST at nonce');
    const { document } = page.mainFrame;
    const idsNow = () =>
      [...document.querySelectorAll('section:nth-of-type(6) tbody th')].map(
        (cell) => cell.textContent,
      );
    const [first = '', second = ''] = await vi.waitFor(() => {
      const ids = idsNow();
      expect(ids.length).toBeGreaterThanOrEqual(2);
      return ids;
    });
    press(`Release ${second}`);
    press(`Drop ${first}`);
    await vi.waitFor(() =>
      expect(idsNow().some((id) => id === first || id === second)).toBe(false),
    );
    // Nodes repeat what nobody answers.
    const rest = await vi.waitFor(
      () => {
        const ids = idsNow();
        expect(ids).not.toEqual([]);
        return ids;
      },
      { timeout: 20_000 },
    );
    for (const label of ['Drop all', 'No']) await vi.waitFor(() => press(label));
    const answer = await fetch(`${devnet.admin}/held`);
    const held = (await answer.json()) as { messages: { id: string }[] };
    expect(held.messages.map(({ id }) => id)).toEqual(expect.arrayContaining(rest));
    for (const label of ['Drop all', 'Yes, lose them']) await vi.waitFor(() => press(label));
    await vi.waitFor(() => expect(idsNow().some((id) => rest.includes(id))).toBe(false));
    await fetch(`${devnet.admin}/faults`, { method: 'DELETE' });
    await shows('None: no clog is in effect.');
  });
});
