import { type CommitteeChain, createClient, createCommitteeChain } from '@quorate/client';
import { type Committee, committeeOf } from '@quorate/core';
import { createVerifier, loadEd25519 } from '@quorate/crypto';
import { type Address, parseAddress } from '@quorate/protocol';
import { expect, vi } from 'vitest';
import { settledAt, viewOf } from '../load/senders.ts';
import type { CommandedDevnet } from './command.ts';
import { beginLoad, type Load, type LoadOutcome } from './load.ts';

/** The figures of a run of changes under load. */
export interface ChangesOutcome extends Pick<LoadOutcome, 'unanswered' | 'rate' | 'slowest'> {
  readonly payments: number;
  /** How many payments each epoch certified. */
  readonly byEpoch: ReadonlyMap<number, number>;
}

/** How much is paid, and what goes wrong meanwhile. */
export interface ChangesOptions {
  /** Payments a second. */
  readonly rate: number;
  /** Lets something go wrong while a command runs. */
  readonly disturb?: () => Promise<unknown>;
}

/**
 * Runs commands that change the committee while payments flow, and expects that no payment fails,
 * none is lost and none counts twice, that each was certified by one committee of the chain that
 * begins with genesis, and that all members of the last committee agree. After each command, it
 * waits until the new committee has certified something.
 */
export async function changeUnderLoad(
  devnet: CommandedDevnet,
  commands: readonly (readonly string[])[],
  { rate, disturb = () => Promise.resolve() }: ChangesOptions,
): Promise<ChangesOutcome> {
  const chain = await chainOf(devnet);
  const load = beginLoad(devnet.ready, rate);
  await vi.waitFor(() => expect(load.answered()).toBeGreaterThan(0), { timeout: 60_000 });
  for (const args of commands) {
    await Promise.all([devnet.quorate('committee', 'change', ...args), disturb()]);
    await untilPaidAnew(devnet, load);
  }
  const outcome = await load.end();
  expect(outcome.failures).toEqual([]);
  const byEpoch = await epochsOf(chain, outcome);
  await expectAgreement(devnet, outcome);
  const { certificates, unanswered, rate: paid, slowest } = outcome;
  return { payments: certificates.length, byEpoch, unanswered, rate: paid, slowest };
}

/** Waits for a payment that began after this; each account has at most one under way. */
async function untilPaidAnew({ ready }: CommandedDevnet, load: Load): Promise<void> {
  const enough = load.answered() + ready.accounts.length + 1;
  await vi.waitFor(() => expect(load.answered()).toBeGreaterThanOrEqual(enough), {
    timeout: 60_000,
  });
}

interface CommitteeJson {
  readonly epoch: number;
  readonly members: readonly {
    readonly name: string;
    readonly address: string;
    readonly host: string;
    readonly rpc_port: number;
  }[];
}

/** Begins at the committee of genesis, and trusts nobody about later ones. */
async function chainOf(devnet: CommandedDevnet): Promise<CommitteeChain> {
  const [first] = await devnet.admin<readonly CommitteeJson[]>('GET', '/committees');
  const members = (first?.members ?? []).map(({ address, host, rpc_port }) => ({
    validator: { address: parseAddress(address, 'address'), host, rpcPort: rpc_port },
    operator: undefined,
  }));
  const client = createClient({ url: devnet.ready.rest });
  const verifier = createVerifier(loadEd25519());
  const pinned = { epoch: 0, members };
  return createCommitteeChain({ client, networkId: 'fast:localnet', pinned, verifier });
}

/** Expects every certificate to be of one committee of the chain; counts them by epoch. */
async function epochsOf(
  chain: CommitteeChain,
  { certificates }: LoadOutcome,
): Promise<ReadonlyMap<number, number>> {
  const counts = new Map<number, number>();
  for (const certificate of certificates) {
    expect(await chain.verify(certificate)).toBe(true);
    const [first] = certificate.signatures;
    const known: readonly Committee[] = chain.known();
    const { epoch = -1 } = (first && committeeOf(known, first[0])) ?? {};
    counts.set(epoch, (counts.get(epoch) ?? 0) + 1);
  }
  return counts;
}

/** Expects that every member of the last committee has settled each payment once, and no other. */
async function expectAgreement(devnet: CommandedDevnet, outcome: LoadOutcome): Promise<void> {
  const { accounts } = devnet.ready;
  const expected = accounts.map(({ publicKey, balance }) => {
    const address = publicKey as Address;
    const held = BigInt(balance) + (outcome.gains.get(address) ?? 0n);
    return `${held}/${outcome.sent.get(address)?.length ?? 0}`;
  });
  const names = accounts.map(({ publicKey }) => publicKey);
  const paid = [...outcome.sent.values()].flat();
  for (const rpc of await membersOf(devnet)) {
    await vi.waitFor(async () => expect(await viewOf(rpc, names)).toEqual(expected), {
      timeout: 60_000,
      interval: 200,
    });
    const settled = await settledAt(rpc);
    expect(new Set(settled).size).toBe(settled.length);
    expect(paid.filter((id) => !settled.includes(id))).toEqual([]);
  }
}

async function membersOf(devnet: CommandedDevnet): Promise<readonly string[]> {
  const { members } = await devnet.admin<CommitteeJson>('GET', '/committee');
  const validators = await devnet.admin<readonly { name: string; rpc: string }[]>(
    'GET',
    '/validators',
  );
  return members.flatMap(({ name }) => validators.find((each) => each.name === name)?.rpc ?? []);
}
