import { type Devnet, startDevnet } from '@quorate/devnet';
import { NATIVE_TOKEN_ID, toRestError } from '@quorate/protocol';
import { beforeEach, expect, it } from 'vitest';
import { quorate, writtenTerminal } from '../../test/quorate.ts';
import { eventInWords } from '../devnet/event-words.ts';
import { exitCodes } from '../exit-code.ts';
import { main } from '../main.ts';
import { plainColors } from '../output/terminal.ts';

let devnet: Devnet;
beforeEach(async () => {
  devnet = await startDevnet({ accounts: 1, token: 'sesame' });
  return () => devnet.close();
});

async function ask(path: string, body: object): Promise<void> {
  const response = await fetch(`${devnet.rest}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer sesame' },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(200);
}

/** Watches until what is written has this in it, and then ends as `end` does. */
async function watch(args: readonly string[], awaited: string, end: () => unknown) {
  const { terminal, written } = writtenTerminal();
  const at = ['--url', devnet.rest, '--token', 'sesame'];
  const ended = main(['devnet', 'events', ...at, ...args], terminal);
  await expect.poll(() => written.out, { timeout: 10_000 }).toContain(awaited);
  await end();
  return { code: await ended, ...written };
}

it('prints a line for each event until Ctrl-C, or until the devnet has gone away', async () => {
  const to = devnet.accounts[0]?.address;
  await ask('/api/pay/send', { to, amount: '1.5', chain: 'fast' });
  const only = { account: to };
  await ask('/_devnet/v1/faults', { kind: 'clog', from: 'v1', to: 'v2', only, for: '1 h' });
  await ask('/_devnet/v1/validators/v4/crash', {});
  const awaited = 'crash v4 (fault-2)';
  const seen = await watch(['--last', '90'], awaited, () => process.emit('SIGINT', 'SIGINT'));
  expect(seen).toMatchObject({ code: exitCodes.interrupted, err: '' });
  const lines = seen.out.replaceAll(/^[\d:.]{12} {2}|[0-9a-f]{8}(?=…)/gm, '');
  expect(lines).toContain('submitted    … wallet #0 (1.5 FAST to alice) by wallet\n');
  expect(lines).toMatch(/^settled {6}… wallet #0 at v\d v\d v\d$/m);
  expect(lines).toContain("clog v1 v2 --account alice --for '1 h' (fault-1)\n");
  expect(lines).toContain('down         v4\n');
  const args = ['--last', '90', '--json', '--node', 'v4', '--kind', 'down'];
  const other = await watch(args, 'v4', () => devnet.close());
  expect(other.code).toBe(exitCodes.failed);
  expect(other.err).toBe(`error GONE: the devnet at ${devnet.rest} has gone away\n`);
  expect(JSON.parse(other.out)).toMatchObject({ kind: 'down', node: 'v4' });
});

it('says what is wrong with a choice', async () => {
  const at = ['--url', devnet.rest, '--token', 'sesame'];
  const { code, err } = await quorate('devnet', 'events', ...at, '--kind', 'gold');
  expect(code).toBe(exitCodes.failed);
  expect(err).toContain('/events: kind: expected some of submitted, ');
});

it.each([
  [NATIVE_TOKEN_ID, 'the balance is -1.5 FAST, 2 FAST is required'],
  [
    'ab'.repeat(32),
    `the balance is -15${'0'.repeat(17)} of abababab…, 2${'0'.repeat(18)} of abababab… is required`,
  ],
])('names the amounts of a refusal as those of a payment: %s', (tokenId, words) => {
  const { message, details } = toRestError({
    code: 'InsufficientFunding',
    rule: 'V6',
    tokenId: tokenId as typeof NATIVE_TOKEN_ID,
    currentBalance: -15n * 10n ** 17n,
    required: 2n * 10n ** 18n,
  });
  const event = { id: '1', at: '2026-01-31T12:00:00.000Z', kind: 'refused', details } as const;
  const shown = eventInWords({ ...event, code: 'InsufficientFunding', message }, plainColors);
  expect(shown).toContain(`InsufficientFunding: insufficient funding: ${words}`);
});
