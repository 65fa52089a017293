import { Browser } from 'happy-dom';

/** Opens pages as a browser does, which runs their programs. */
export function createPageBrowser() {
  const browser = new Browser({
    settings: {
      enableJavaScriptEvaluation: true,
      suppressInsecureJavaScriptEnvironmentWarning: true,
    },
  });
  /** An address may name a place. */
  async function open(html: string, hash = '') {
    const page = browser.newPage();
    page.mainFrame.url = `about:blank${hash}`;
    page.content = html;
    await page.waitUntilComplete();
    const { document, window } = page.mainFrame;
    const all = (selector: string) => [...document.querySelectorAll(selector)];
    const settle = () => page.waitUntilComplete();
    const press = async (text: string) => {
      const button = all('button').find((each) => each.textContent === text);
      if (button === undefined) throw new Error(`no button says "${text}"`);
      (button as unknown as { click(): void }).click();
      await settle();
    };
    const type = async (key: string) => {
      const event = new window.KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
      document.querySelector('.diagram')?.dispatchEvent(event);
      await settle();
    };
    const tick = async (name: string) => {
      const label = all('.filters label').find((each) => each.textContent.trim() === name);
      label?.querySelector('input')?.click();
      await settle();
    };
    /** Types another address, as somebody does who has got a link. */
    const goTo = async (address: string) => {
      window.location.hash = address;
      window.dispatchEvent(new window.Event('hashchange'));
      await settle();
    };
    return { document, window, all, press, type, tick, goTo, settle, close: () => page.close() };
  }
  return { open, close: () => browser.close() };
}
