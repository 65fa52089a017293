import { ClientError, createClient, createWallet, signerOf } from '@quorate/client';
import { type Devnet, startDevnet } from '@quorate/devnet';
import {
  type Address,
  type HexBytes,
  type MultiSigConfig,
  multiSigAddress,
  NATIVE_TOKEN_ID,
  type TransactionEnvelope,
  type VersionedTransaction,
} from '@quorate/protocol';
import { loadScenario, runScenario } from '@quorate/simulator';
import { multiSigEnvelopeBy } from '@quorate/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readDevnet } from './read-devnet.ts';
import { record } from './record.ts';

let devnet: Devnet;
let nowNanos: bigint;
beforeEach(async () => {
  nowNanos = BigInt(Date.now()) * 1_000_000n;
  devnet = await startDevnet({ port: 0, seed: 'shared', accounts: 3 });
});
afterEach(() => devnet.close());

const people = ['alice', 'bob', 'carol'] as const;
type Person = (typeof people)[number];

function signer(who: Person) {
  const account = devnet.accounts[people.indexOf(who)];
  if (account === undefined) throw new Error(`there is no ${who}`);
  return signerOf(account.secretKey);
}

/** The account of alice and bob, both of whom must sign. */
function joint(nonce: bigint): MultiSigConfig {
  const authorizedSigners = [signer('alice').address, signer('bob').address];
  return { authorizedSigners, quorum: 2n, nonce };
}

/** Gives the envelope that a member sends so that an account pays carol. */
function share(
  config: MultiSigConfig,
  member: Person,
  amount: bigint,
  nonce = 0n,
): TransactionEnvelope {
  const recipient = signer('carol').address;
  const payment: VersionedTransaction = {
    release: 'Release20260407',
    transaction: {
      networkId: devnet.networkId,
      sender: multiSigAddress(config),
      nonce,
      timestampNanos: nowNanos,
      claims: [
        { kind: 'TokenTransfer', tokenId: NATIVE_TOKEN_ID, recipient, amount, userData: null },
      ],
      archival: false,
      feeToken: null,
    },
  };
  return multiSigEnvelopeBy({ config, members: [signer(member)] }, payment);
}

/** Shows another configuration than the one from which the sender's address derives. */
function showing(
  { transaction, signature }: TransactionEnvelope,
  config: MultiSigConfig,
): TransactionEnvelope {
  if (signature.kind !== 'MultiSig') throw new Error('one signed alone');
  return { transaction, signature: { ...signature, config } };
}

/** Gives the answer of the devnet, or why it refuses. */
async function submit(envelope: TransactionEnvelope): Promise<string> {
  try {
    return (await createClient({ url: devnet.rest }).submit(envelope)).kind;
  } catch (failure) {
    if (!(failure instanceof ClientError)) throw failure;
    return failure.message;
  }
}

const drip = (config: MultiSigConfig, amount: bigint) =>
  createClient({ url: devnet.rest }).faucetDrip({
    recipient: multiSigAddress(config),
    amount,
    tokenId: null,
  });

const balanceOf = async (address: Address) =>
  (await createClient({ url: devnet.rest }).account(address)).balance;

async function recorded() {
  const { text, leftOut } = await record(
    await readDevnet({ url: devnet.rest, token: undefined }),
    0n,
  );
  const scenario = loadScenario(text, 'recorded.yaml');
  return { scenario, leftOut, result: runScenario(scenario) };
}

const held = { signers: ['alice', 'bob'], quorum: 2, balance: 0n };

describe('a recording of accounts of several', () => {
  it('has each member send a share', async () => {
    const config = joint(7n);
    await drip(config, 5n);
    expect(await submit(share(config, 'alice', 2n))).toBe('IncompleteMultiSig');
    expect(await submit(share(config, 'bob', 2n))).toBe('Success');
    const { scenario, result, leftOut } = await recorded();
    expect(leftOut).toEqual([]);
    expect(scenario.cluster.accounts).toEqual([{ ...held, name: 'shared-1', nonce: 7n }]);
    expect(result).toMatchObject({ verdict: 'pass', failedExpectations: [] });
    expect(result.certificates.map(({ client }) => client)).toEqual(['faucet', 'shared-1']);
  });

  it('has nobody sign at a nonce before the others have signed at the previous one', async () => {
    const config = joint(7n);
    await drip(config, 9n);
    for (const who of ['alice', 'bob'] as const) {
      await submit(share(config, who, 2n));
      await submit(share(config, who, 3n, 1n));
    }
    expect(await balanceOf(multiSigAddress(config))).toBe(4n);
    const { result, leftOut } = await recorded();
    expect(leftOut).toEqual([]);
    expect(result).toMatchObject({ verdict: 'pass', failedExpectations: [] });
    expect(result.certificates).toHaveLength(3);
  });

  it('has the last share come when the money was there', async () => {
    const config = joint(8n);
    await submit(share(config, 'alice', 2n));
    expect(await submit(share(config, 'bob', 2n))).toContain('insufficient funding');
    await drip(config, 9n);
    expect(await submit(share(config, 'bob', 2n))).toBe('Success');
    const { result, leftOut } = await recorded();
    expect(leftOut).toEqual([]);
    expect(result).toMatchObject({ verdict: 'pass', failedExpectations: [] });
    expect(result.certificates.map(({ client }) => client)).toEqual(['faucet', 'shared-1']);
  });

  it('tells those apart that differ in the nonce of their configuration', async () => {
    const configs = [joint(0n), joint(1n), joint(2n ** 64n - 1n)];
    for (const [index, config] of configs.entries()) {
      await drip(config, 10n);
      for (const who of ['alice', 'bob'] as const) {
        await submit(share(config, who, BigInt(index + 1)));
      }
    }
    expect(await Promise.all(configs.map((each) => balanceOf(multiSigAddress(each))))).toEqual([
      9n,
      8n,
      7n,
    ]);
    const { scenario, result, leftOut } = await recorded();
    expect(leftOut).toEqual([]);
    expect(scenario.cluster.accounts).toEqual([
      { ...held, name: 'shared-1' },
      { ...held, name: 'shared-2', nonce: 1n },
      { ...held, name: 'shared-3', nonce: 2n ** 64n - 1n },
    ]);
    expect(result).toMatchObject({ verdict: 'pass', failedExpectations: [] });
    const shared = result.accounts.filter(({ client }) => client.startsWith('shared-'));
    expect(shared.map(({ balance }) => balance)).toEqual([9n, 8n, 7n]);
  });

  it('has neither an account nor a share of what was refused for its signatures', async () => {
    const config = joint(0n);
    await drip(config, 5n);
    const early = showing(share(config, 'bob', 2n), joint(1n));
    expect(await submit(early)).toContain('is not the address of the multisig configuration');
    const hers = { authorizedSigners: [signer('carol').address], quorum: 1n, nonce: 0n };
    expect(await submit(share(hers, 'alice', 1n))).toContain('is not an authorised signer');
    await submit(share(config, 'alice', 2n));
    expect(await submit(share(config, 'bob', 2n))).toBe('Success');
    const { scenario, result, leftOut } = await recorded();
    expect(leftOut).toEqual(['c1, nonce 0: refused (InvalidSignature)']);
    expect(scenario.cluster.accounts).toEqual([{ ...held, name: 'shared-1' }]);
    expect(scenario.workload.map(({ client }) => client)).toEqual(['alice', 'bob', 'faucet']);
    expect(result).toMatchObject({ verdict: 'pass', failedExpectations: [] });
    const payer = result.operations.filter(({ client }) => client === 'alice');
    expect(payer.map(({ outcome }) => outcome)).toEqual(['incomplete']);
  });

  it('refuses again what an account could not pay', async () => {
    const config = { ...joint(3n), quorum: 1n };
    expect(await submit(share(config, 'bob', 5n))).toContain('insufficient funding');
    const { scenario, result, leftOut } = await recorded();
    expect(leftOut).toEqual([]);
    expect(scenario.cluster.accounts).toEqual([
      { ...held, name: 'shared-1', quorum: 1, nonce: 3n },
    ]);
    expect(result).toMatchObject({ verdict: 'pass', failedExpectations: [], certificates: [] });
    expect(result.operations.map(({ outcome }) => outcome)).toEqual(['refused']);
  });

  it('leaves out what a scenario cannot express: an account among the signers of another', async () => {
    const inner = joint(0n);
    const authorizedSigners = [multiSigAddress(inner), signer('bob').address];
    const outer: MultiSigConfig = { authorizedSigners, quorum: 1n, nonce: 0n };
    for (const config of [inner, outer]) await drip(config, 5n);
    expect(await submit(share(outer, 'bob', 1n))).toBe('Success');
    for (const who of ['alice', 'bob'] as const) await submit(share(inner, who, 1n));
    const { scenario, result, leftOut } = await recorded();
    expect(leftOut).toEqual([
      expect.stringMatching(/^c[12], nonce 0: in scenarios no multisig account signs for another$/),
    ]);
    expect(scenario.cluster.accounts).toEqual([{ ...held, name: 'shared-1' }]);
    expect(result.verdict).toBe('pass');
    expect(result.certificates.map(({ client }) => client)).toEqual([
      'faucet',
      'faucet',
      'shared-1',
    ]);
  });

  it('leaves out what a scenario cannot express: an account that may vouch for a claim', async () => {
    const config = joint(0n);
    await drip(config, 5n);
    for (const who of ['alice', 'bob'] as const) await submit(share(config, who, 1n));
    const wallet = createWallet({
      client: createClient({ url: devnet.rest }),
      signer: signer('carol'),
      networkId: devnet.networkId,
    });
    const claim = {
      verifierCommittee: [multiSigAddress(config)],
      verifierQuorum: 0n,
      claimData: '' as HexBytes,
    };
    await wallet.transact([{ kind: 'ExternalClaim', claim, signatures: [] }]);
    const { result, leftOut } = await recorded();
    expect(leftOut).toEqual([
      'carol, nonce 0: in scenarios no multisig account vouches for a claim',
    ]);
    expect(result.verdict).toBe('pass');
    expect(result.certificates.map(({ client }) => client)).toEqual(['faucet', 'shared-1']);
  });
});
