import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Devnet, operatorKeyOf, startDevnet } from '@quorate/devnet';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { quorate } from '../../test/quorate.ts';
import { exitCodes } from '../exit-code.ts';
import { writeKeyFile } from '../wallet/key-file.ts';

let folder: string;
let devnet: Devnet;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'quorate-undone-'));
  devnet = await startDevnet({ port: 0, validators: 1 });
  writeKeyFile(keyFile(), operatorKeyOf(devnet.seed, 'v1'));
});
afterEach(async () => {
  await devnet.close();
  rmSync(folder, { recursive: true });
});

const keyFile = () => join(folder, 'v1.key');
const change = () => join(folder, 'change');
const ballot = () => join(change(), 'ballot.json');
const committee = (...args: readonly string[]) =>
  quorate('committee', ...args, '--url', devnet.rest);
const submit = () => committee('submit', '--folder', change());

/** Makes the operator of the only validator request its seat, and then act for it. */
async function act(...commands: readonly string[]): Promise<void> {
  const own = ['--key-file', keyFile()];
  expect(await committee('join', 'v1', ...own)).toMatchObject({ code: exitCodes.passed });
  for (const command of commands) {
    const done = await committee(command, ...own, '--folder', change());
    expect(done).toMatchObject({ code: exitCodes.passed });
  }
}

const decide = () => act('propose', 'vote', 'vote', 'sign');

it('C3 names all that binds operators to a change that was undone; without it, they can make another', async () => {
  await decide();
  expect((await submit()).code).toBe(exitCodes.passed);
  await devnet.reset();
  const { err } = await submit();
  expect(err).toContain(
    `books beside key files and ${ballot()}, provided that no validator is left`,
  );
  for (const path of [`${keyFile()}.fast-localnet.book.json`, ballot()]) rmSync(path);
  await decide();
  expect(await submit()).toMatchObject({ code: exitCodes.passed });
});

it('reports no settled change other than the one on the ballot', async () => {
  await act('propose');
  const other = readFileSync(ballot());
  await decide();
  await submit();
  writeFileSync(ballot(), other);
  expect(await submit()).toMatchObject({
    code: exitCodes.usage,
    err: expect.stringContaining('is for an epoch that has ended; the current one is 1'),
  });
});

it('calls the transaction of a request what other commands call it', async () => {
  const { out } = await committee('join', 'v1', '--key-file', keyFile());
  expect(out).toMatch(/^operator .*\nvalidator .*\nkey .*\ntransaction .*\n$/);
});
