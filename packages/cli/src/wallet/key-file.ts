import { closeSync, fsyncSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { ClientError, createWallet, signerOf, type Wallet } from '@quorate/client';
import { fileOutbox, keepFromOthers, makeFolder, syncFolder } from '@quorate/client/node';
import { type Address, bytesToHex, transactionId } from '@quorate/protocol';
import { CommandError, OptionError } from '../command-error.ts';
import { systemReason, writeReason } from '../output/system-reason.ts';
import { tryFolder } from '../output/try-folder.ts';
import { type KnownNetwork, nameOf, whyNoName } from './network.ts';
import { printable } from './printable.ts';
import { inWholeTokens } from './whole-tokens.ts';

/** The options that name the sender; one of them has to be given. */
export interface SenderOptions {
  /** The name of an account of the devnet. */
  readonly from?: string;
  readonly keyFile?: string;
}

/** The folder for pending transactions, beside the data of a devnet. */
const OUTBOXES = '.quorate/outbox';

/**
 * Opens the wallet of the sender; the pending transactions of a devnet's accounts are kept in a
 * folder. `tell` is called with what became of a transaction that an earlier command had left
 * pending.
 *
 * @throws CommandError if no key is at hand, or what is sent cannot be kept
 * @throws DecodeError if there is no network with the id for which it signs
 */
export function openWallet(
  network: KnownNetwork,
  options: SenderOptions,
  tell: (text: string) => void,
  outboxes = OUTBOXES,
): Pick<Wallet, 'address' | 'transact'> {
  const { client, networkId } = network;
  const signer = signerOf(secretKeyOf(network, options));
  const path = outboxPath(network, signer.address, { outboxes, keyFile: options.keyFile });
  // Comes before a folder is made: a network id that the wallet refuses must not become part of a
  // path.
  const wallet = createWallet({ client, signer, networkId, outbox: fileOutbox(path) });
  makeRoom(dirname(path));
  return {
    address: wallet.address,
    async transact(operations) {
      return onDiskInTime(path, async () => {
        await finishLeft(wallet, tell);
        return inWholeTokens(client, () => wallet.transact(operations));
      });
    },
  };
}

/**
 * Makes a folder for what is signed, which is never sent before it is kept, and makes sure that the
 * folder can be written to.
 *
 * @throws CommandError if it cannot
 */
export function makeRoom(folder: string): void {
  try {
    makeFolder(folder);
    tryFolder(folder);
  } catch (failure) {
    const reason = writeReason(failure);
    if (reason === undefined) throw failure;
    throw new CommandError(
      `nothing was sent: signed transactions are kept in ${folder}, which cannot be written: ${reason}`,
    );
  }
}

/**
 * Finishes a pending transaction first: nobody should pay again without knowing that the first
 * payment has settled after all.
 */
async function finishLeft(wallet: Wallet, tell: (text: string) => void): Promise<void> {
  try {
    const left = await wallet.finish();
    if (left === undefined) return;
    const id = transactionId(left.envelope.transaction);
    tell(`settled first: transaction ${id}, which an earlier command had left on its way\n`);
  } catch (failure) {
    if (!(failure instanceof ClientError) || failure.kept !== undefined) throw failure;
    tell(
      `what an earlier command had left on its way was refused: ${printable(failure.message)}\n`,
    );
  }
}

// A key must have one outbox on each network, whatever folder it is used from and whatever its
// name: with two, two transactions could be signed for one nonce. An account of the devnet that
// runs here needs no file, so the place of its outbox follows from its key and from when the devnet
// began: a transaction that was pending on a devnet that is gone would be valid on the next of its
// seed, where nobody has asked for it.
function outboxPath(
  network: KnownNetwork,
  address: Address,
  { outboxes, keyFile }: { readonly outboxes: string; readonly keyFile: string | undefined },
): string {
  const id = network.networkId.replace(':', '-');
  return keyFile === undefined || nameOf(network, address) !== undefined
    ? join(outboxes, `${id}-${network.genesisTimeNanos}-${address}.json`)
    : `${keyFile}.${id}.outbox.json`;
}

/**
 * Writes a key so that only its owner can read it; never over another.
 *
 * @throws CommandError if it cannot be written
 */
export function writeKeyFile(path: string, secretKey: Uint8Array): void {
  onDisk(path, () => makeFolder(dirname(path)), whyNoKey(writeReason));
  const file = onDisk(path, () => openSync(path, 'wx', 0o600), whyNoKey());
  try {
    onDisk(
      path,
      () => {
        writeFileSync(file, `${bytesToHex(secretKey)}\n`);
        // Somebody is about to pay to the address of this key.
        fsyncSync(file);
        syncFolder(dirname(path));
      },
      whyNoKey(),
    );
  } catch (failure) {
    // A file without a key in it would only obstruct the next attempt.
    rmSync(path, { force: true });
    throw failure;
  } finally {
    closeSync(file);
  }
}

function whyNoKey(reasonOf = systemReason): (failure: unknown) => string {
  return (failure) =>
    `no key was made, since it cannot be kept here: ${reasonOf(failure)}; give --key-file a new file in a folder where you may write`;
}

/**
 * Does something with a file: a missing file, or one that is in the way, is for the user to mend,
 * and no bug of quorate.
 *
 * @throws CommandError with what the system says
 */
export function onDisk<T>(path: string, act: () => T, reasonOf = systemReason): T {
  try {
    return act();
  } catch (failure) {
    throw ofDisk(path, failure, reasonOf) ?? failure;
  }
}

/** Does the same as `onDisk`, asynchronously. @throws CommandError with what the system says */
export async function onDiskInTime<T>(path: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (failure) {
    throw ofDisk(path, failure) ?? failure;
  }
}

/** Says what the system refused to do with a file; undefined if the failure is not the system's. */
function ofDisk(path: string, failure: unknown, reasonOf = systemReason): CommandError | undefined {
  const isOfSystem = failure instanceof Error && 'syscall' in failure;
  return isOfSystem
    ? new CommandError(`${inTheWay(path, failure)}: ${reasonOf(failure)}`)
    : undefined;
}

/** What is written beside a file: its lock, and what it becomes once that is complete. */
const BESIDE = ['.lock', '.tmp'];

/** Names the file that the system did not let be used: a file, or one of those beside it. */
function inTheWay(path: string, failure: Error): string {
  // Of a file that could not be renamed, the new name is what is in the way.
  const { path: at, dest = at } = failure as NodeJS.ErrnoException & { readonly dest?: string };
  return BESIDE.map((end) => `${path}${end}`).find((each) => resolve(each) === dest) ?? path;
}

function secretKeyOf(network: KnownNetwork, { from, keyFile }: SenderOptions): string {
  if (keyFile !== undefined) return readKeyFile(keyFile);
  if (from === undefined) throw new OptionError('give --from or --key-file to say who sends');
  const known = network.accounts.find(({ name }) => name === from);
  if (known !== undefined) return known.secretKey;
  throw new OptionError(
    `--from: no key is known for "${from}"; ${whyNoName(network)}; give --key-file for any other`,
  );
}

/**
 * Reads a key, and makes its file unreadable for other users. Shape of the file: 64 hex digits.
 *
 * @throws CommandError if there is none, or others can read it and that cannot be changed
 */
export function readKeyFile(path: string): string {
  const text = onDisk(path, () => readFileSync(path, 'utf8')).trim();
  if (!/^(0x)?[0-9a-fA-F]{64}$/.test(text)) {
    throw new CommandError(`${path}: expected a key of 64 hex digits`);
  }
  // Comes last: a file that was named by mistake stays as it is.
  onDisk(path, () => keepFromOthers(path), whyOthersRead);
  return text.toLowerCase();
}

function whyOthersRead(failure: unknown): string {
  return `other users can read this key, and that cannot be changed: ${systemReason(failure)}`;
}
