import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { recordRun, runScenario } from '@quorate/simulator';
import { afterAll, describe, expect, it } from 'vitest';
import { quorate, writtenTerminal } from '../../test/quorate.ts';
import { run, type Simulator } from './run.ts';

const scenarios = fileURLToPath(new URL('../../../../scenarios/', import.meta.url));
const payment = join(scenarios, 'first-payment.yaml');
const folder = mkdtempSync(join(tmpdir(), 'quorate-html-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe.each(['run', 'replay'])('--html of %s', (command) => {
  it('writes the page of a run, also of one that passes, with the seed that was asked for', async () => {
    const file = join(folder, command, 'page.html');
    const { code, err } = await quorate(command, payment, '--seed', '7', '--html', file);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const html = readFileSync(file, 'utf8');
    expect(html).toMatch(/^<!doctype html>/);
    expect(html).toContain(`npx quorate run ${payment} --seed 0x7`);
  });

  it('does not write over the scenario', async () => {
    const { code, err } = await quorate(command, payment, '--html', payment);
    expect(code).toBe(64);
    expect(err).toContain('--html names the scenario that is read');
  });
});

it('records a run that failed once, for its folder and the page, and one that passed for the page', () => {
  const failing = join(folder, 'failing.yaml');
  const text = readFileSync(payment, 'utf8').replace(
    /^ {2}balances: .*$/m,
    '  balances: { bob: 1 }',
  );
  writeFileSync(failing, text);
  for (const [scenario, code] of [
    [failing, 1],
    [payment, 0],
  ] as const) {
    let recordings = 0;
    const simulator: Simulator = {
      runScenario,
      recordRun: (...args) => {
        recordings += 1;
        return recordRun(...args);
      },
    };
    const html = join(folder, 'once.html');
    const options = { html, artefacts: join(folder, 'kept') };
    expect(run([scenario], options, writtenTerminal().terminal, simulator)).toBe(code);
    expect(recordings).toBe(1);
    expect(readFileSync(html, 'utf8')).toContain(code === 0 ? 'npx quorate run' : 'quorate replay');
  }
});

it.each([
  ['of many scenarios', ['run', join(scenarios, 'tokens')], /--html shows one run, not \d+/],
  ['of many seeds', ['run', payment, '--seeds', '1..2'], /'--html <file>' cannot be used/],
  ['of a part of a run', ['replay', payment, '--until', '3'], /leave out --until/],
  ['beside other runs', ['replay', payment, '--blame'], /leave out --blame/],
])('refuses a page %s', async (_, args, reason) => {
  const { code, err } = await quorate(...args, '--html', join(folder, 'refused.html'));
  expect(code).toBe(64);
  expect(err).toMatch(reason);
  expect(readdirSync(folder)).not.toContain('refused.html');
});
