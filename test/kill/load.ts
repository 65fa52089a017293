import type { Signer } from '@quorate/crypto';
import {
  type Address,
  bytesToHex,
  factsOf,
  formatAddress,
  type MultiSigConfig,
  multiSigAddress,
  type State,
  type TransactionEnvelope,
  type TransactionId,
} from '@quorate/protocol';
import type { Rng } from '../hostile/rng.ts';
import type { Book } from './book.ts';
import type { Cluster } from './cluster.ts';
import {
  askToSign,
  initialization,
  payment,
  post,
  sharedBy,
  signedBy,
  signerWith,
  submit,
} from './wire.ts';

/** What all makers of load work with. */
export interface Ground {
  readonly cluster: Cluster;
  readonly book: Book;
  readonly rng: Rng;
  /** Whether to begin nothing more. */
  readonly isOver: () => boolean;
}

/** Pays one transfer after the other, each until it is acknowledged, and always with the same bytes. */
export async function payOn(ground: Ground, signer: Signer, recipient: Address): Promise<void> {
  for (let nonce = 0n; !ground.isOver(); nonce += 1n) {
    const amount = BigInt(1 + ground.rng.below(1000));
    await settle(ground, signedBy(signer, payment(signer.address, nonce, { recipient, amount })));
  }
}

/** Two transactions of one account for one nonce. */
export type Rivals = readonly [TransactionEnvelope, TransactionEnvelope];

/**
 * Signs two transactions for one nonce, for one new account after the other, and shows every
 * validator first one and then the other, past the proxy: a validator that forgets a lock signs
 * both. Gives the rivals about which a validator was asked while a process was killed.
 */
export async function equivocate(ground: Ground): Promise<readonly Rivals[]> {
  const { cluster, rng, isOver } = ground;
  const interrupted: Rivals[] = [];
  while (!isOver()) {
    const rivals = rivalsOf(signerWith(bytesToHex(rng.bytes(32))));
    const kills = cluster.kills();
    const { validators } = await cluster.ready();
    const first = validators.map(() => rng.below(2));
    const start = rng.below(validators.length);
    for (let asked = 0; asked < 2 * validators.length; asked += 1) {
      const index = (start + asked) % validators.length;
      const choice = (first[index] ?? 0) + (asked < validators.length ? 0 : 1);
      await askFor(ground.book, validators[index]?.rpc ?? '', rivals[choice % 2] ?? rivals[0]);
    }
    if (cluster.kills() !== kills) interrupted.push(rivals);
  }
  return interrupted;
}

/** Asks every validator for both of some rivals, in either order, and notes what they sign. */
export async function askAgain(
  { cluster, book }: Ground,
  rivals: readonly Rivals[],
): Promise<void> {
  const { validators } = await cluster.ready();
  await Promise.all(
    validators.map(async ({ rpc }) => {
      for (const [one, other] of rivals) {
        await askFor(book, rpc, one);
        await askFor(book, rpc, other);
        await askFor(book, rpc, one);
      }
    }),
  );
}

function rivalsOf(signer: Signer): Rivals {
  const state = (digit: string) => digit.repeat(64) as State;
  const write = (initialState: State): TransactionEnvelope =>
    signedBy(signer, initialization(signer.address, initialState));
  return [write(state('a')), write(state('b'))];
}

async function askFor(book: Book, rpc: string, envelope: TransactionEnvelope): Promise<void> {
  const signed = await askToSign(rpc, envelope);
  if (signed === undefined) return;
  const { transaction } = factsOf(envelope.transaction);
  book.signed(signed.validator, transaction, signed.transactionHash);
}

/** Two members sign for one account, the second only after the proxy was killed (rule P9). */
export async function signTogether(
  ground: Ground,
  [first, second]: readonly [Signer, Signer],
): Promise<void> {
  const { cluster, isOver } = ground;
  for (let number = 0n; !isOver(); number += 1n) {
    const config: MultiSigConfig = {
      authorizedSigners: [first.address, second.address],
      quorum: 2n,
      nonce: number,
    };
    const account = multiSigAddress(config);
    const funding = { recipient: account, amount: 100n };
    await settle(ground, signedBy(first, payment(first.address, number, funding)));
    const back = payment(account, 0n, { recipient: second.address, amount: 60n });
    const share = (signer: Signer) => sharedBy(signer, config, back);
    await keep(ground, share(first));
    const kills = cluster.commandKills();
    while (cluster.commandKills() === kills && !isOver()) await ground.book.more(1);
    await settle(ground, share(second));
  }
}

/** Has the wallet of the server pay; says what was acknowledged, and how often nobody can tell. */
export async function sendOn(
  { cluster, book, isOver }: Ground,
  recipient: Address,
): Promise<{ readonly acknowledged: number; readonly unknown: number }> {
  const body = JSON.stringify({ to: formatAddress(recipient), amount: '0.001', chain: 'fast' });
  let acknowledged = 0;
  let unknown = 0;
  while (!isOver()) {
    const { paySend } = await cluster.ready();
    const hash = hashIn(await post(paySend, body));
    if (hash === undefined) unknown += 1;
    else {
      acknowledged += 1;
      book.acknowledgedId(hash);
    }
  }
  return { acknowledged, unknown };
}

function hashIn(text: string | undefined): TransactionId | undefined {
  if (text === undefined) return undefined;
  const { result } = JSON.parse(text) as { readonly result?: { readonly txHash: string } };
  return result?.txHash.slice(2) as TransactionId | undefined;
}

/** Submits the same bytes until they are acknowledged. */
async function settle({ cluster, book }: Ground, envelope: TransactionEnvelope): Promise<void> {
  for (;;) {
    const { proxyRpc } = await cluster.ready();
    const result = await submit(proxyRpc, envelope);
    if (result?.kind === 'Success') return book.acknowledged(result.certificate);
    if (result !== undefined) throw new Error(`the proxy lost a share: it says ${result.kind}`);
  }
}

/** Submits a share until the proxy says that it keeps it. */
async function keep({ cluster }: Ground, envelope: TransactionEnvelope): Promise<void> {
  for (;;) {
    const { proxyRpc } = await cluster.ready();
    const result = await submit(proxyRpc, envelope);
    if (result?.kind === 'IncompleteMultiSig') return;
    if (result !== undefined) throw new Error(`a share alone came to ${result.kind}`);
  }
}
