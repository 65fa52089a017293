import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, createWallet, signerOf } from '@quorate/client';
import { takeLock } from '@quorate/client/node';
import { type Devnet, operatorKeyOf, startDevnet } from '@quorate/devnet';
import { parseAddress } from '@quorate/protocol';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { quorate } from '../../test/quorate.ts';
import { createAdmin } from '../committee/admin.ts';
import { freshConfig } from '../committee/known-committees.ts';
import { exitCodes } from '../exit-code.ts';
import { writeKeyFile } from '../wallet/key-file.ts';

const NAMES = ['v1', 'v2', 'v3', 'v4'];

let folder: string;
let devnet: Devnet;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'quorate-operators-'));
  devnet = await startDevnet({ port: 0 });
  for (const name of NAMES) writeKeyFile(keyFile(name), operatorKeyOf(devnet.seed, name));
});
afterEach(async () => {
  await devnet.close();
  rmSync(folder, { recursive: true });
});

function keyFile(name: string): string {
  return join(folder, `${name}.key`);
}

/** The fields for programs that these tests use. */
interface Said {
  readonly transactionId?: string;
  readonly key?: string;
}

/** Runs a command of an operator, who knows the network by its URL, the others by a folder. */
async function committee(command: string, ...args: string[]) {
  const shared = ['propose', 'vote', 'sign', 'submit'].includes(command)
    ? ['--folder', join(folder, 'change')]
    : [];
  const {
    code,
    out: printed,
    err: complaints,
  } = await quorate('committee', command, ...args, ...shared, '--url', devnet.rest, '--json');
  return { code, complaints, printed, json: () => JSON.parse(printed) as Said };
}

async function expectDone(command: string, ...args: string[]): Promise<Said> {
  const { code, complaints, json } = await committee(command, ...args);
  expect(complaints).toBe('');
  expect(code).toBe(exitCodes.passed);
  return json();
}

async function everybody(command: string, ...names: string[]): Promise<void> {
  for (const name of names) await expectDone(command, '--key-file', keyFile(name));
}

/** Puts the same four operators into the committee of epoch 1. */
async function changeOnce(): Promise<Said> {
  for (const name of NAMES) await expectDone('join', name, '--key-file', keyFile(name));
  await expectDone('propose', '--key-file', keyFile('v2'));
  await everybody('vote', 'v1', 'v2', 'v3');
  await everybody('vote', 'v1', 'v2', 'v3');
  await everybody('sign', 'v1', 'v2', 'v3');
  return expectDone('submit');
}

/** Requests a seat under a key that nobody holds, from an ordinary account. */
async function askAsStranger(index: number, host: string): Promise<void> {
  const { rest, networkId, accounts } = devnet;
  const client = createClient({ url: rest });
  const signer = signerOf(accounts[index]?.secretKey ?? '');
  const { address } = signerOf(operatorKeyOf(devnet.seed, `stranger ${index}`));
  const config = { address, host, rpcPort: 0 };
  await createWallet({ client, signer, networkId }).transact([{ kind: 'JoinCommittee', config }]);
}

describe('the commands of operators', () => {
  it.each([
    ['join', 'v9'],
    ['join', '../v1'],
    ['join', 'v1', '--operator', 'v9'],
    ['leave', '--operator', 'v9'],
  ])('act for no validator but those of the devnet: %s %s', async (command, ...args) => {
    const { code, complaints } = await committee(command, ...args);
    const text = `error no validator is called ${args.at(-1)}; expected one of v1 v2 v3 v4\n(quorate committee ${command} --help shows how)\n`;
    expect([code, complaints]).toEqual([exitCodes.usage, text]);
  });

  it('C3 change the committee: join, propose, vote, confirm, sign, submit, follow', async () => {
    for (const name of NAMES) await expectDone('join', name, '--key-file', keyFile(name));
    const proposed = await expectDone('propose', '--key-file', keyFile('v2'));
    expect(proposed).toMatchObject({ round: 1, members: NAMES });
    await everybody('vote', 'v1', 'v2', 'v3');
    await everybody('vote', 'v1', 'v2', 'v3');
    await everybody('sign', 'v1', 'v2', 'v3');
    const submitted = await expectDone('submit');
    expect(submitted.transactionId).toBe(proposed.transactionId);
    const { printed } = await committee('follow', '--until', '1');
    expect(
      printed
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toMatchObject([
      { epoch: 0, members: NAMES },
      { epoch: 1, members: NAMES },
    ]);
    expect(await expectDone('status')).toMatchObject({ epoch: 1, quorum: 3, members: NAMES });
    expect(statSync(`${keyFile('v1')}.fast-localnet.book.json`).mode & 0o777).toBe(0o600);
  });

  it('say what follow waits for, and how long that may be', async () => {
    const following = committee('follow', '--until', '1');
    await changeOnce();
    expect(await following).toMatchObject({
      code: exitCodes.passed,
      complaints: 'waits until epoch 1 has begun; Ctrl-C ends it\n',
      printed: expect.stringMatching(/^{"epoch":0,.*\n{"epoch":1,.*\n$/),
    });
  });

  it('C3 sign nothing that a quorum has not voted for and confirmed', async () => {
    for (const name of NAMES) await expectDone('join', name, '--key-file', keyFile(name));
    await expectDone('propose', '--key-file', keyFile('v1'));
    await everybody('vote', 'v1', 'v2');
    expect(await committee('vote', '--key-file', keyFile('v1'))).toMatchObject({
      code: exitCodes.usage,
      complaints: expect.stringContaining('2 operators voted, 3 make a quorum'),
    });
    await everybody('vote', 'v3');
    await everybody('vote', 'v1', 'v2');
    expect(await committee('sign', '--key-file', keyFile('v1'))).toMatchObject({
      code: exitCodes.usage,
      complaints: expect.stringContaining('3 make a quorum'),
    });
    expect((await committee('submit')).complaints).toContain('too few operators have signed');
  });

  it('C3 take over in a later round what a quorum has voted for', async () => {
    for (const name of NAMES) await expectDone('join', name, '--key-file', keyFile(name));
    const first = await expectDone('propose', '--key-file', keyFile('v1'));
    await everybody('vote', 'v1', 'v2', 'v3');
    const second = await expectDone('propose', '--key-file', keyFile('v4'));
    expect(second).toMatchObject({ round: 2, transactionId: first.transactionId });
    // Nobody has voted in round 2, but what backs its ballot is still known.
    const third = await expectDone('propose', '--size', '3', '--key-file', keyFile('v4'));
    expect(third).toMatchObject({ round: 3, transactionId: first.transactionId });
  });

  it('C3 count no signature that is not of an operator of the committee, for this very change', async () => {
    await changeOnce();
    for (const name of NAMES) await expectDone('join', name, '--key-file', keyFile(name));
    await expectDone('propose', '--size', '3', '--key-file', keyFile('v1'));
    // The signatures for the change before are still there.
    const said = await expectDone('vote', '--key-file', keyFile('v1'));
    expect(said).toMatchObject({ votes: 1, signatures: 0 });
  });

  it('C3 give a say only to members of the committee', async () => {
    for (const name of NAMES) await expectDone('join', name, '--key-file', keyFile(name));
    writeKeyFile(keyFile('v5'), operatorKeyOf(devnet.seed, 'v5'));
    for (const command of ['propose', 'vote', 'sign']) {
      expect(await committee(command, '--key-file', keyFile('v5'))).toMatchObject({
        code: exitCodes.usage,
        complaints: expect.stringMatching(/fast1\w+ is not an operator of epoch 0/),
      });
    }
    expect(existsSync(join(folder, 'change'))).toBe(false);
  });

  it('C3 say when a change is over, and submit it as often as anybody likes', async () => {
    const { transactionId } = await changeOnce();
    expect(await expectDone('submit')).toMatchObject({ transactionId });
    for (const command of ['vote', 'sign']) {
      expect(await committee(command, '--key-file', keyFile('v1'))).toMatchObject({
        code: exitCodes.usage,
        complaints: expect.stringContaining(
          'ballot.json is for an epoch that has ended; the current one is 1',
        ),
      });
    }
    for (const name of NAMES) await expectDone('join', name, '--key-file', keyFile(name));
    expect(await expectDone('propose', '--key-file', keyFile('v1'))).toMatchObject({ round: 1 });
  });

  it('share a folder with other users of the system, and name a file that is not a ballot', async () => {
    for (const name of NAMES) await expectDone('join', name, '--key-file', keyFile(name));
    await expectDone('propose', '--key-file', keyFile('v1'));
    const ballot = join(folder, 'change', 'ballot.json');
    expect(statSync(ballot).mode & 0o777).toBe(0o644);
    writeFileSync(ballot, '{');
    expect(await committee('vote', '--key-file', keyFile('v1'))).toMatchObject({
      code: exitCodes.usage,
      complaints: expect.stringContaining(`${ballot} is not a ballot`),
    });
  });

  it.each(['vote', 'sign', 'submit'])(
    '%s nothing where the folder that they share is a file, and say so',
    async (command) => {
      const file = join(folder, 'file');
      writeFileSync(file, '');
      const complaint = `${join(file, 'ballot.json')}: a part of the path is a file, not a folder`;
      const key = command === 'submit' ? [] : ['--key-file', keyFile('v1')];
      const asked = ['committee', command, ...key, '--folder', file];
      expect(await quorate(...asked, '--url', devnet.rest)).toMatchObject({
        code: exitCodes.usage,
        err: expect.stringContaining(complaint),
      });
    },
  );

  it('follow no change that the committee given has not signed, and say so', async () => {
    await changeOnce();
    const path = join(folder, 'committee.json');
    const [genesis] = (await (
      await fetch(`${devnet.rest}/_devnet/v1/committees`)
    ).json()) as unknown as readonly { readonly members: readonly object[] }[];
    const { address } = signerOf(operatorKeyOf(devnet.seed, 'stranger'));
    const members = genesis?.members.map((member) => ({ ...member, address }));
    writeFileSync(path, JSON.stringify({ ...genesis, members }));
    expect(await committee('follow', '--from', path)).toMatchObject({
      code: exitCodes.failed,
      complaints: expect.stringContaining('UNTRUSTED'),
      printed: expect.stringContaining('"epoch":0'),
    });
    writeFileSync(path, '{"epoch":0}');
    expect(await committee('follow', '--from', path)).toMatchObject({
      code: exitCodes.usage,
      complaints: expect.stringMatching(
        /committee.json is not a committee: expected epoch and members/,
      ),
    });
  });

  it('C2 leave the queue of requests, and the next committee', async () => {
    for (const name of NAMES) await expectDone('join', name, '--key-file', keyFile(name));
    await expectDone('leave', '--key-file', keyFile('v4'));
    expect((await committee('propose', '--key-file', keyFile('v1'))).complaints).toContain(
      '3 of the 4 candidates needed request a seat under a fresh key',
    );
    const proposed = await expectDone('propose', '--size', '3', '--key-file', keyFile('v1'));
    expect(proposed).toMatchObject({ members: ['v1', 'v2', 'v3'] });
  });

  it('C3 ask for votes only once enough of those who asked are ready', async () => {
    for (const name of NAMES) await expectDone('join', name, '--key-file', keyFile(name));
    devnet.validators[3]?.crash();
    expect((await committee('propose', '--key-file', keyFile('v1'))).complaints).toMatch(
      /3 of the 4 candidates needed are ready for a seat: v4 \(fast1[0-9a-z]+\) has not answered/,
    );
  });

  it('C3 pass over candidates that are not ready, and say why', async () => {
    for (const name of NAMES.slice(1)) await expectDone('join', name, '--key-file', keyFile(name));
    await createAdmin(devnet.rest, undefined).post('/validators');
    // They come before the new member in the queue; nobody holds the keys of their requests.
    for (const [index, host] of ['v9', 'v1', '\u001b[2Jv2'].entries())
      await askAsStranger(index, host);
    writeKeyFile(keyFile('v5'), operatorKeyOf(devnet.seed, 'v5'));
    await expectDone('join', 'v5', '--key-file', keyFile('v5'));
    const { code, complaints, json } = await committee('propose', '--key-file', keyFile('v2'));
    expect(code).toBe(exitCodes.passed);
    expect(json()).toMatchObject({ members: ['v2', 'v3', 'v4', 'v5'] });
    expect(complaints).toMatch(
      /^passed over: v9 \(\w+\) has not answered; v1 \(\w+\) has not answered; \?\[2Jv2 \(\w+\) has not answered\n$/,
    );
    await everybody('vote', 'v1');
  });

  it('C3 give nobody a seat where another member is to be reached', async () => {
    for (const name of NAMES) await expectDone('join', name, '--key-file', keyFile(name));
    writeKeyFile(keyFile('second'), operatorKeyOf(devnet.seed, 'v5'));
    await expectDone('join', 'v4', '--key-file', keyFile('second'));
    const { complaints } = await committee('propose', '--size', '5', '--key-file', keyFile('v1'));
    expect(complaints).toMatch(
      /4 of the 5 candidates needed are ready for a seat: v4 \(\w+\) has the same host and rpc_port as a member before it/,
    );
  });

  it('C3 vote only once every member of the ballot answers and is caught up', async () => {
    for (const name of NAMES) await expectDone('join', name, '--key-file', keyFile(name));
    await expectDone('propose', '--key-file', keyFile('v1'));
    devnet.validators[3]?.crash();
    const { code, complaints } = await committee('vote', '--key-file', keyFile('v1'));
    expect(code).toBe(exitCodes.usage);
    expect(complaints).toMatch(/cannot be voted for yet: v4 \(fast1[0-9a-z]+\) has not answered/);
    expect(existsSync(join(folder, 'change', 'votes'))).toBe(false);
    devnet.validators[3]?.start();
    await vi.waitFor(() => everybody('vote', 'v1'), { timeout: 60_000 });
  });

  it('C3 vote for no ballot with a key for which nobody requested a seat, though somebody holds it', async () => {
    for (const name of NAMES.slice(0, 3))
      await expectDone('join', name, '--key-file', keyFile(name));
    const { key = '' } = await expectDone('join', 'v4', '--key-file', keyFile('v4'));
    await expectDone('propose', '--key-file', keyFile('v1'));
    const ballot = join(folder, 'change', 'ballot.json');
    const proposed = readFileSync(ballot, 'utf8');
    const { address } = await freshConfig(createAdmin(devnet.rest, undefined), 'v4');
    const forged = proposed.replace(parseAddress(key), address);
    expect(forged).toContain(address);
    writeFileSync(ballot, forged);
    const { code, complaints } = await committee('vote', '--key-file', keyFile('v1'));
    expect(code).toBe(exitCodes.usage);
    expect(complaints).toMatch(
      /the proposal cannot be voted for yet: v4 \(fast1[0-9a-z]+\) is nobody whom the queue comes to, as given/,
    );
    writeFileSync(ballot, proposed);
    await everybody('vote', 'v1');
  });

  it('C3 go on with what a quorum has voted for, though a member has gone since', async () => {
    for (const name of NAMES) await expectDone('join', name, '--key-file', keyFile(name));
    const { transactionId } = await expectDone('propose', '--key-file', keyFile('v1'));
    await everybody('vote', 'v1', 'v2', 'v3');
    devnet.validators[3]?.crash();
    await everybody('vote', 'v1');
    const again = await expectDone('propose', '--size', '3', '--key-file', keyFile('v2'));
    expect(again).toMatchObject({ transactionId, members: NAMES, round: 2 });
    await everybody('vote', 'v1', 'v2', 'v3');
  });

  it('ignore files that do not belong among the statements, and what nobody has signed', async () => {
    for (const name of NAMES) await expectDone('join', name, '--key-file', keyFile(name));
    await expectDone('propose', '--key-file', keyFile('v1'));
    const votes = join(folder, 'change', 'votes');
    for (const kind of ['votes', 'confirmations', 'signatures']) {
      mkdirSync(join(folder, 'change', kind, 'folder.json'), { recursive: true });
      writeFileSync(join(folder, 'change', kind, 'null.json'), 'null');
    }
    await everybody('vote', 'v2');
    const isWord = (name: string) => /^[0-9a-f]{64}\.json$/.test(name);
    const word = readFileSync(join(votes, readdirSync(votes).find(isWord) ?? ''), 'utf8');
    const { address } = signerOf(operatorKeyOf(devnet.seed, 'v1'));
    const forged = word.replace(/("operator":\s*)"[^"]*"/, `$1"${address}"`);
    expect(forged).toContain(address);
    writeFileSync(join(votes, `${address}.json`), forged);
    const said = await expectDone('vote', '--key-file', keyFile('v1'));
    expect(said).toMatchObject({ votes: 2, confirmations: 0 });
  });

  it('C3 make no statement while another command writes in the book of the operator', async () => {
    for (const name of NAMES) await expectDone('join', name, '--key-file', keyFile(name));
    await expectDone('propose', '--key-file', keyFile('v1'));
    const release = takeLock(`${keyFile('v1')}.fast-localnet.book.json.lock`);
    expect(await committee('vote', '--key-file', keyFile('v1'))).toMatchObject({
      code: exitCodes.usage,
      complaints: expect.stringContaining('another command acts for this operator'),
    });
    release();
    await everybody('vote', 'v1');
  });

  it('name a missing file', async () => {
    const path = join(folder, 'nofile.json');
    expect(await committee('follow', '--from', path)).toMatchObject({
      code: exitCodes.usage,
      complaints: expect.stringContaining(`${path}: there is no such file`),
    });
  });

  it('change nothing elsewhere on behalf of others, and host nothing for it', async () => {
    expect(await committee('change', '--members', 'v1', 'v2', 'v3', 'v5')).toMatchObject({
      code: exitCodes.usage,
      complaints: expect.stringContaining('the devnet in this folder only'),
    });
    expect(devnet.validators).toHaveLength(4);
  });

  it('say in which epoch a validator signs, to people and to programs', async () => {
    const key = expect.stringMatching(/^fast1[0-9a-z]+$/);
    const member = { status: 'active', seat: 'active', served: 0, key };
    expect(await expectDone('status')).toMatchObject({
      validators: NAMES.map((name) => ({ name, ...member })),
      queue: [],
    });
    await createAdmin(devnet.rest, undefined).post('/validators');
    const { out } = await quorate('committee', 'status', '--url', devnet.rest);
    expect(out).toMatch(/^v1 +active, signs in epoch 0, key fast1[0-9a-z]+$/m);
    expect(out).toMatch(/^v5 \(no seat\) +active, signs nothing\nqueue +nobody asks for a seat$/m);
    await expectDone('join', 'v2', '--key-file', keyFile('v2'));
    expect(await expectDone('status')).toMatchObject({ queue: ['v2'] });
  });
});
