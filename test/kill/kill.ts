import { type Ledger, quorumSize } from '@quorate/core';
import { type Address, bytesToHex, factsOf, parseAddress } from '@quorate/protocol';
import { expect, vi } from 'vitest';
import { rngOf } from '../hostile/rng.ts';
import { settledAt } from '../load/senders.ts';
import { type Book, openBook } from './book.ts';
import { type Cluster, startCluster } from './cluster.ts';
import { askAgain, equivocate, type Ground, payOn, sendOn, signTogether } from './load.ts';
import { expectAddUp, type Left, nativeBalance, readRows, readValidator } from './stores.ts';
import { signerWith } from './wire.ts';

/** The result of a test of kills. */
export interface KillReport {
  readonly kills: { readonly command: number; readonly validators: number };
  readonly acknowledged: number;
  readonly signatures: number;
  readonly settled: number;
}

const VALIDATORS = ['v1', 'v2', 'v3', 'v4'] as const;
/** Who pays, who signs together. */
const PAYERS = 8;
const PAIRS = 2;
const ACCOUNTS = PAYERS + 2 * PAIRS;
/** The most signatures and acknowledgements between two kills. */
const MOST_BETWEEN = 40;
/** One kill in this many is of the command, with which all validators end; at least one is. */
const COMMAND_ONE_IN = 10;
/**
 * How many equivocate at the same time: each may catch a validator between its write and its
 * answer.
 */
const EQUIVOCATORS = 6;
/** Milliseconds in which everything has to have settled everywhere, once nobody is killed any more. */
const CALM = 120_000;
/** What the wallet of the server sends each time, in least units. */
const SENT = 10n ** 15n;

/**
 * Kills processes of a devnet under load, this many times and at random moments, and checks what is
 * left: nothing that was acknowledged is lost, nobody has signed twice, all hold the same.
 */
export async function killMany(
  dataDir: string,
  { kills, seed }: { readonly kills: number; readonly seed: number },
): Promise<KillReport> {
  const cluster = await startCluster(dataDir, ACCOUNTS);
  try {
    return await killAndCheck(cluster, dataDir, { kills, seed });
  } finally {
    cluster.abandon();
  }
}

async function killAndCheck(
  cluster: Cluster,
  dataDir: string,
  { kills, seed }: { readonly kills: number; readonly seed: number },
): Promise<KillReport> {
  const book = openBook();
  let isOver = false;
  const ground = (stream: number): Ground => ({
    cluster,
    book,
    rng: rngOf(seed, stream),
    isOver: () => isOver,
  });
  const load = startLoad(cluster, ground);
  const killed = await Promise.race([
    killSome(ground(0), kills),
    // Before it is told to end, the load ends only by failing.
    load.then(() => Promise.reject(new Error('the load ended by itself'))),
  ]);
  isOver = true;
  const { rivals, recipient, sent } = await load;
  // A new process tries at once what the old one would have tried again only much later.
  await cluster.killCommand();
  await everywhere(cluster, book);
  await askAgain(ground(1), rivals);
  await finishWallet(ground(2), recipient);
  await everywhere(cluster, book);
  const { accounts, validators } = await cluster.ready();
  await cluster.stop();
  const left = await Promise.all(VALIDATORS.map((name) => readValidator(dataDir, name)));
  left.forEach(({ ledger, certificates }, index) => {
    noteLocks(book, parseAddress(validators[index]?.address ?? '', 'address'), ledger);
    for (const certificate of certificates) book.seen(certificate);
  });
  expect(book.doubleSignatures().slice(0, 5)).toEqual([]);
  expectEqual(left);
  expectKept(left, book);
  for (const each of left) expectAddUp(each, accounts);
  expectSent(left, recipient, sent);
  expect((await readRows(dataDir, 'wallet')).map(([key]) => key)).not.toContain('outbox');
  return {
    kills: killed,
    acknowledged: book.acknowledgements().size,
    signatures: book.signatures(),
    settled: left[0]?.settled.size ?? 0,
  };
}

async function startLoad(cluster: Cluster, ground: (stream: number) => Ground) {
  const { accounts } = await cluster.ready();
  const signers = accounts.map(({ secretKey }) => signerWith(secretKey));
  const payers = signers.slice(0, PAYERS);
  const members = signers.slice(PAYERS);
  const recipient = signerWith(bytesToHex(rngOf(1, 1).bytes(32))).address;
  const [rivals, sent] = await Promise.all([
    Promise.all(Array.from({ length: EQUIVOCATORS }, (_, index) => equivocate(ground(10 + index)))),
    sendOn(ground(18), recipient),
    ...payers.map((payer, index) => {
      const next = payers[(index + 1) % payers.length] ?? payer;
      return payOn(ground(20 + index), payer, next.address);
    }),
    ...Array.from({ length: PAIRS }, (_, index) => {
      const [first, second] = members.slice(2 * index);
      if (first === undefined || second === undefined) throw new Error('too few accounts');
      return signTogether(ground(40 + index), [first, second]);
    }),
  ]);
  return { rivals: rivals.flat(), recipient, sent };
}

/** Kills after random stretches of the load: mostly one process, sometimes two at once. */
async function killSome(
  { cluster, book, rng }: Ground,
  kills: number,
): Promise<KillReport['kills']> {
  let command = 0;
  let validators = 0;
  while (command + validators < kills) {
    await book.more(1 + rng.below(MOST_BETWEEN));
    const atOnce = rng.below(4) === 0 ? 2 : 1;
    for (let killed = 0; killed < atOnce; killed += 1) {
      const isLast = command + validators + 1 >= kills;
      if (rng.below(COMMAND_ONE_IN) === 0 || (isLast && command === 0)) {
        await cluster.killCommand();
        command += 1;
      } else if (await cluster.killValidator(rng.pick(VALIDATORS))) validators += 1;
    }
  }
  return { command, validators };
}

/** Waits until every validator has settled the same, and everything that was acknowledged. */
async function everywhere(cluster: Cluster, book: Book): Promise<void> {
  const { validators } = await cluster.ready();
  await vi.waitFor(
    async () => {
      const settled = await Promise.all(validators.map(({ rpc }) => settledAt(rpc)));
      const sets = settled.map((ids) => new Set(ids));
      const [first = new Set()] = sets;
      for (const set of sets) expect(set).toEqual(first);
      const lost = [...book.acknowledgements()].filter((id) => !first.has(id));
      expect(lost).toEqual([]);
    },
    { timeout: CALM, interval: 250 },
  );
}

/**
 * Has the wallet send once more: it sends one after the other, so all earlier sends have ended by
 * then.
 */
async function finishWallet(ground: Ground, recipient: Address): Promise<void> {
  let hasSent = false;
  const isOver = (): boolean => {
    const was = hasSent;
    hasSent = true;
    return was;
  };
  const { acknowledged } = await sendOn({ ...ground, isOver }, recipient);
  expect(acknowledged).toBe(1);
}

function noteLocks(book: Book, validator: Address, { account }: Ledger): void {
  for (const [, { lock }] of account) {
    if (lock?.kind !== 'pending' || lock.signature === undefined) continue;
    const { id, transaction } = factsOf(lock.envelope.transaction);
    book.locked(validator, transaction, id);
  }
}

function expectEqual(left: readonly Left[]): void {
  const [first] = left;
  for (const { digest } of left) expect(digest).toBe(first?.digest);
}

function expectKept(left: readonly Left[], book: Book): void {
  const quorum = quorumSize(VALIDATORS.length);
  for (const { settled, certificates } of left) {
    const lost = [...book.acknowledgements()].filter((id) => !settled.has(id));
    expect(lost).toEqual([]);
    expect(certificates.length).toBe(settled.size);
    const weak = certificates.filter(({ signatures }) => signatures.length < quorum);
    expect(weak).toEqual([]);
  }
}

function expectSent(
  left: readonly Left[],
  recipient: Address,
  { acknowledged, unknown }: { readonly acknowledged: number; readonly unknown: number },
): void {
  for (const { ledger } of left) {
    const balance = nativeBalance(ledger, recipient);
    // The one at the end comes on top.
    expect(balance).toBeGreaterThanOrEqual(SENT * BigInt(acknowledged + 1));
    expect(balance).toBeLessThanOrEqual(SENT * BigInt(acknowledged + 1 + unknown));
  }
}
