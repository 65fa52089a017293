import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { quorate } from '../../test/quorate.ts';

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
