import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, createWallet, signerOf, type Wallet } from '@quorate/client';
import { type Devnet, startDevnet } from '@quorate/devnet';
import {
  type Address,
  type EscrowConfigId,
  type EscrowJobId,
  envelopeToJson,
  factsOf,
  NATIVE_TOKEN_ID,
  type Operation,
  operationId,
  type State,
  type StateKey,
  stringifyJson,
  type TokenId,
  type TransactionCertificate,
  transactionId,
  type VersionedTransaction,
} from '@quorate/protocol';
import { loadScenario, runScenario } from '@quorate/simulator';
import { envelopeBy } from '@quorate/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { quorate } from '../../test/quorate.ts';
import { CommandError } from '../command-error.ts';
import { exitCodes } from '../exit-code.ts';
import { main } from '../main.ts';
import { plainColors } from '../output/terminal.ts';
import { readDevnet } from './read-devnet.ts';
import { record } from './record.ts';

let devnet: Devnet;
let people: readonly Wallet[];
beforeEach(async () => {
  devnet = await startDevnet({ port: 0, seed: 'record', accounts: 4 });
  const client = createClient({ url: devnet.rest });
  people = devnet.accounts.map(({ secretKey }) =>
    createWallet({ client, signer: signerOf(secretKey), networkId: devnet.networkId }),
  );
});
afterEach(() => devnet.close());

const WHOLE = 10n ** 18n;

function person(index: number): Wallet {
  const found = people[index];
  if (found === undefined) throw new Error(`there are not ${index + 1} people`);
  return found;
}

function pay(recipient: Address, amount: bigint, tokenId: TokenId = NATIVE_TOKEN_ID): Operation {
  return { kind: 'TokenTransfer', tokenId, recipient, amount, userData: null };
}

/** Gives the id of what the first operation of a transaction has created. */
function created({ envelope }: TransactionCertificate): string {
  const { sender, nonce } = factsOf(envelope.transaction).transaction;
  return operationId(sender, nonce, 0);
}

async function admin(method: string, path: string, body?: object): Promise<void> {
  const response = await fetch(`${devnet.rest}/_devnet/v1${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  expect(response.status).toBe(200);
}

async function recorded() {
  await admin('POST', '/wait', { idleMs: 20 });
  return record(await readDevnet({ url: devnet.rest, token: undefined }), 0n);
}

const balances = (at: readonly Address[]) => {
  const client = createClient({ url: devnet.rest });
  return Promise.all(at.map(async (address) => (await client.account(address)).balance));
};

describe('a recording', () => {
  it('of payments side by side ends with the same balances and certificates', async () => {
    await Promise.all(
      people.map(async (payer, index) => {
        for (let round = 1; round <= 8; round += 1) {
          const payee = person((index + round) % people.length);
          await payer.transact([pay(payee.address, BigInt(index + round) * WHOLE)]);
        }
      }),
    );
    const stranger = 'ab'.repeat(32) as Address;
    await createClient({ url: devnet.rest }).faucetDrip({
      recipient: stranger,
      amount: 5n,
      tokenId: null,
    });
    const { text, result, leftOut } = await recorded();
    expect(leftOut).toEqual([]);
    expect(result).toMatchObject({ verdict: 'pass', failedExpectations: [] });
    expect(result.certificates).toHaveLength(4 * 8 + 1);
    const known = await balances([...people.map(({ address }) => address), stranger]);
    const names = ['alice', 'bob', 'carol', 'dave', 'c1'];
    const replayed = runScenario(loadScenario(text, 'recorded.yaml')).accounts;
    expect(names.map((name) => replayed.find(({ client }) => client === name)?.balance)).toEqual(
      known,
    );
    expect(replayed.every(({ balance }) => balance >= 0n)).toBe(true);
  });

  it('of tokens, states, escrow, claims and refusals has a step for each', async () => {
    const [alice, bob, carol] = [person(0), person(1), person(2)];
    const creation: Operation = {
      kind: 'TokenCreation',
      tokenName: 'Gold',
      decimals: 2,
      initialAmount: 100n,
      mints: [bob.address],
      userData: null,
    };
    const gold = created(await alice.transact([creation])) as TokenId;
    await bob.transact([{ kind: 'Mint', tokenId: gold, recipient: carol.address, amount: 7n }]);
    const update = {
      kind: 'TokenManagement',
      tokenId: gold,
      updateId: 0n,
      userData: null,
    } as const;
    const mints = [['Remove', bob.address] as const];
    await alice.transact([
      { ...update, newAdmin: carol.address, mints, newTokenName: null },
      pay(bob.address, 30n, gold),
    ]);
    await bob.transact([{ kind: 'Burn', tokenId: gold, amount: 5n }]);
    const nativeBurn: Operation = { kind: 'Burn', tokenId: NATIVE_TOKEN_ID, amount: 3n };
    await bob.transact([nativeBurn, pay(carol.address, 1n)]);
    const [key, first, second] = ['01', '02', '03'].map((byte) => byte.repeat(32)) as [
      StateKey,
      State,
      State,
    ];
    await bob.transact([{ kind: 'StateInitialization', key, initialState: first }]);
    const proof = { computeClaimTxHash: '00'.repeat(32), computeClaimTxTimestamp: 0n };
    const moved = { key, previousState: first, nextState: second, ...proof };
    await bob.transact([{ kind: 'StateUpdate', ...moved }]);
    await bob.transact([{ kind: 'StateReset', key, resetState: first }]);
    const terms = await carol.transact([
      {
        kind: 'Escrow',
        escrow: {
          kind: 'CreateConfig',
          tokenId: NATIVE_TOKEN_ID,
          evaluator: carol.address,
          evaluationFee: { kind: 'Bps', bps: 1005 },
          minEvaluatorFee: 1n,
        },
      },
    ]);
    const job = await alice.transact([
      {
        kind: 'Escrow',
        escrow: {
          kind: 'CreateJob',
          configId: created(terms) as EscrowConfigId,
          provider: bob.address,
          providerFee: 1000n,
          description: 'dig',
        },
      },
    ]);
    const jobId = created(job) as EscrowJobId;
    const submission = { kind: 'Submit', jobId, deliverable: '0d'.repeat(32) } as const;
    await bob.transact([{ kind: 'Escrow', escrow: submission }]);
    await carol.transact([{ kind: 'Escrow', escrow: { kind: 'Complete', jobId } }]);
    await expect(bob.transact([pay(alice.address, 2n ** 200n)])).rejects.toThrow(
      expect.objectContaining({ code: 'UPSTREAM_ERROR' }),
    );
    const { text, result, leftOut } = await recorded();
    expect(leftOut).toEqual([]);
    expect(result).toMatchObject({ verdict: 'pass', failedExpectations: [] });
    expect(result.certificates).toHaveLength(12);
    for (const step of ['create-token', 'mint', 'burn', 'update-state', 'escrow-complete']) {
      expect(text).toContain(`op: ${step}`);
    }
    expect(text).toContain('{ op: burn, amount: 3 }');
    expect(text).toContain('code: InsufficientFunding');
    const { tokens, jobs, states } = loadScenario(text, 'recorded.yaml').expect;
    const [coin] = tokens;
    expect(coin).toMatchObject({ token: 'token-1', supply: 102n });
    expect(
      Object.fromEntries(coin?.holders.map((each) => [each.client, each.balance]) ?? []),
    ).toEqual({
      alice: 70n,
      bob: 25n,
      carol: 7n,
    });
    expect(jobs).toEqual([{ job: 'job-3', status: 'Completed' }]);
    expect(states).toMatchObject([{ client: 'bob', key, state: first }]);
  });

  it('has the token of a batch that was signed under the tags that came with Burn', async () => {
    const signer = signerOf(devnet.accounts[0]?.secretKey ?? '');
    const batch: VersionedTransaction = {
      release: 'Unversioned',
      transaction: {
        sender: signer.address,
        recipient: signer.address,
        nonce: 0n,
        timestampNanos: 1n,
        claim: {
          kind: 'Batch',
          operations: [
            {
              kind: 'TokenCreation',
              tokenName: 'Gold',
              decimals: 0,
              initialAmount: 100n,
              mints: [],
              userData: null,
            },
          ],
        },
        archival: false,
        isMoved: true,
      },
    };
    const params = envelopeToJson(envelopeBy(signer, batch), 'rpc');
    await fetch(devnet.proxyRpc, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: stringifyJson({ jsonrpc: '2.0', id: 1, method: 'proxy_submitTransaction', params }),
    });
    const gold = transactionId(batch) as string as TokenId;
    await person(0).transact([pay(person(1).address, 30n, gold)]);
    const { text, leftOut } = await recorded();
    expect(leftOut).toEqual([]);
    expect(text).toContain('op: create-token');
    expect(text).toContain('amount: 30');
  });

  it('of faults repeats the faults', async () => {
    await admin('POST', '/faults', { id: 'alone', kind: 'cut', from: 'v4' });
    await person(0).transact([pay(person(1).address, WHOLE)]);
    await admin('POST', '/validators/v3/amnesia');
    await admin('DELETE', '/faults');
    await admin('POST', '/snapshots', { name: 'then' });
    await person(2).transact([pay(person(3).address, 4n * WHOLE)]);
    const back = { id: 'back', kind: 'amnesia', node: 'v3', snapshot: 'then' };
    await admin('POST', '/faults', { ...back, restartAfter: '0 ms' });
    await admin('POST', '/faults', { id: 'out', kind: 'crash', node: 'v1' });
    await person(1).transact([pay(person(0).address, 2n * WHOLE)]);
    await admin('DELETE', '/faults/out');
    await person(1).transact([pay(person(0).address, 3n * WHOLE)]);
    const { scenario, result } = await recorded();
    expect(scenario.faults.map(({ id, kind }) => [id, kind])).toEqual([
      ['alone-1', 'cut'],
      ['fault-1-2', 'amnesia'],
      ['back-3', 'amnesia'],
      ['out-4', 'crash'],
    ]);
    expect(result).toMatchObject({ verdict: 'pass', failedExpectations: [] });
    expect(result.certificates).toHaveLength(4);
  });

  it.each([
    { id: 'on', kind: 'cut', from: 'v4' },
    { id: 'on', kind: 'clog', from: 'v4', for: '10 min' },
    { id: 'on', kind: 'degrade', from: 'v4', link: { drop: 1 } },
    { id: 'on', kind: 'pause', node: 'v4' },
    { id: 'on', kind: 'crash', node: 'v4' },
    { id: 'on', kind: 'crash', node: 'v4', restartAfter: '10 min' },
  ])('comes to the same balances though a fault still lasts: $kind', async (fault) => {
    await admin('POST', '/faults', fault);
    await person(0).transact([pay(person(1).address, WHOLE)]);
    const { scenario, result } = await recorded();
    expect(scenario.faults.map(({ kind }) => kind)).toEqual([fault.kind]);
    expect(result).toMatchObject({ verdict: 'pass', failedExpectations: [] });
  });

  it('leaves out the faults of validators hosted since, and says so', async () => {
    await admin('POST', '/validators', {});
    await admin('POST', '/validators', {});
    await person(0).transact([pay(person(1).address, WHOLE)]);
    const fault = (id: string, keys: object) => admin('POST', '/faults', { id, ...keys });
    await fault('down', { kind: 'crash', node: 'v5' });
    await fault('apart', { kind: 'cut', from: 'v6', to: 'p1' });
    await fault('late', { kind: 'clog', from: ['v6', 'v1'], to: ['p1', 'v5', 'v6'], for: '1 ms' });
    await fault('off', { kind: 'clock', node: 'v4', offset: '2 s' });
    await person(2).transact([pay(person(3).address, WHOLE)]);
    const { scenario, result, leftOut } = await recorded();
    expect(leftOut).toEqual([
      'fault down (crash): it strikes v5, hosted since the devnet began',
      'fault apart (cut): it strikes v6, hosted since the devnet began',
      'v6, v5 of fault late (clog): hosted since the devnet began',
    ]);
    expect(scenario.cluster.validators).toEqual(['v1', 'v2', 'v3', 'v4']);
    expect(scenario.faults).toMatchObject([
      { id: 'late-3', kind: 'clog', from: ['v1'], to: ['p1'] },
      { id: 'off-4', kind: 'clock', node: 'v4' },
    ]);
    expect(result).toMatchObject({ verdict: 'pass', failedExpectations: [] });
    expect(result.certificates).toHaveLength(2);
  });

  it('is refused with the reason if no scenario can express it', async () => {
    await person(0).transact([pay(person(1).address, WHOLE)]);
    const history = await readDevnet({ url: devnet.rest, token: undefined });
    await expect(record({ ...history, validators: 101 }, 0n)).rejects.toThrow(
      new CommandError(
        'a scenario cannot say what happened: ' +
          'cluster.validators: expected a whole number from 1 to 100, got 101',
      ),
    );
  });

  it('is what the command writes', async () => {
    await person(0).transact([pay(person(1).address, WHOLE)]);
    const printed: string[] = [];
    const told: string[] = [];
    const terminal = {
      print: (text: string) => void printed.push(text),
      complain: (text: string) => void told.push(text),
      colors: plainColors,
    };
    const run = (...args: string[]) =>
      main(['devnet', 'record', '--url', devnet.rest, ...args], terminal);
    expect(await run('--last', '5min')).toBe(exitCodes.passed);
    expect(told.join('')).toBe('recorded 1 certificate, verdict pass\n');
    expect(runScenario(loadScenario(printed.join(''), 'printed.yaml'))).toMatchObject({
      verdict: 'pass',
      failedExpectations: [],
    });
    expect(await run('--last', '5')).toBe(exitCodes.usage);
    expect(told.slice(-2)).toEqual([
      'error --last takes a number and a unit of time (ns, us, ms, s, min, h), such as "5min", not "5"\n',
      '(quorate devnet record --help shows how)\n',
    ]);
    expect(await run('--last', '0 ns')).toBe(exitCodes.usage);
    expect(told.at(-1)).toBe(
      'error nothing was submitted in that time; a devnet remembers the last ten minutes, and nothing from before a restart, restore or reset\n',
    );
  });

  it('is refused if nothing that was submitted can be in it', async () => {
    for (const each of [1, 2]) {
      await expect(person(each).transact([pay(person(0).address, 0n)])).rejects.toThrow('amount');
    }
    expect(await quorate('devnet', 'record', '--url', devnet.rest)).toEqual({
      code: exitCodes.usage,
      out: '',
      err: 'error nothing that was submitted in that time can be recorded: bob, nonce 0: refused (NonSubmittableOperation), and 1 more\n',
    });
  });

  it('is written to a new folder, and refused where no file can be', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'quorate-record-'));
    const file = join(folder, 'no', 'such', 'recorded.yaml');
    const write = (path: string) => quorate('devnet', 'record', '--url', devnet.rest, '-o', path);
    await person(0).transact([pay(person(1).address, WHOLE)]);
    expect(await write(file)).toMatchObject({ code: exitCodes.passed, out: '' });
    expect(readFileSync(file, 'utf8')).toContain('name: recorded');
    expect(await write(folder)).toEqual({
      code: exitCodes.environment,
      out: '',
      err: `error --output: ${folder} cannot be written: a folder, not a file\n`,
    });
    const full = await write('/dev/full');
    expect(full.code).toBe(exitCodes.environment);
    // The devnet soon forgets it.
    expect(full.out).toBe(readFileSync(file, 'utf8'));
    expect(full.err).toMatch(/^error --output: \/dev\/full cannot be written: .*\nrecorded 1 /);
    rmSync(folder, { recursive: true });
  });
});
