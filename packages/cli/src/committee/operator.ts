import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createWallet, signerOf, type Wallet } from '@quorate/client';
import { fileOutbox, isThere, LockedError, takeLock } from '@quorate/client/node';
import {
  type Committee,
  OPERATOR_RULES,
  type OperatorEnv,
  openBook,
  type Told,
} from '@quorate/core';
import { createVerifier, loadEd25519, type Signer } from '@quorate/crypto';
import { operatorKeyOf, writeWhole } from '@quorate/devnet';
import {
  DecodeError,
  formatAddress,
  OPERATOR_BOOK,
  type OperatorBook,
  parseJson,
  stringifyJson,
} from '@quorate/protocol';
import { CommandError, OptionError } from '../command-error.ts';
import { nowNanos } from '../now-nanos.ts';
import { makeRoom, onDisk, onDiskInTime, readKeyFile } from '../wallet/key-file.ts';
import type { KnownNetwork } from '../wallet/network.ts';
import { undoneRemedy } from './submit-change.ts';

/** Acts for the account that runs a validator. */
export interface Operator {
  readonly signer: Signer;
  /** Sends the operator's requests. */
  readonly wallet: Pick<Wallet, 'transact'>;
  /**
   * Looks into the operator's book of an epoch. @throws CommandError if the book is of a later
   * epoch, or is not a book of this operator
   */
  look<T>(committee: Committee, at: (book: OperatorBook, env: OperatorEnv) => T): T;
  /**
   * Makes a statement on a change of committee: what has to be kept is durable before the statement
   * is given (C3).
   *
   * @throws CommandError if the operator's book forbids it, cannot be read or kept, or is open
   * elsewhere
   */
  say<T>(committee: Committee, word: (book: OperatorBook, env: OperatorEnv) => Told<T>): T;
}

/** The network on which operators act, and where their data are kept. */
export interface OperatorGround {
  readonly network: KnownNetwork;
  /** When the network began, in nanoseconds since 1970. */
  readonly genesisTime: bigint;
  /** The folder of the pending transactions and the statements of a devnet's operators. */
  readonly folder: string;
}

/** Which operator is meant: that of a validator of the devnet, or the holder of a key. */
export interface OperatorOptions {
  /** The name of a validator of the devnet that runs here. */
  readonly operator?: string;
  readonly keyFile?: string;
}

/** Verifies what other operators and candidates state. */
export const VERIFIER = createVerifier(loadEd25519());

/**
 * Opens the operator for whom a command acts.
 *
 * @throws CommandError if no key is at hand, or what is signed cannot be kept
 */
export function openOperator(ground: OperatorGround, options: OperatorOptions): Operator {
  const { client, networkId } = ground.network;
  const signer = signerOf(keyOf(ground.network, options));
  // A key has one book and one outbox on each network, whatever folder it is used from. Two devnets
  // with one seed are two networks with the same keys.
  const beside = options.keyFile ?? join(booksOf(ground), signer.address);
  const path = `${beside}.${networkId.replace(':', '-')}`;
  const bookPath = `${path}.book.json`;
  const outboxPath = `${path}.outbox.json`;
  // A restore undoes the statements of all operators of a devnet, so an error names the books of
  // all.
  const books = options.keyFile === undefined ? booksOf(ground) : bookPath;
  makeRoom(dirname(path));
  const wallet = createWallet({ client, signer, networkId, outbox: fileOutbox(outboxPath) });
  const envOf = (committee: Committee): OperatorEnv => ({
    committee,
    signer,
    verifier: VERIFIER,
    now: nowNanos(),
    rules: OPERATOR_RULES,
  });

  function bookOf({ epoch }: Committee): OperatorBook {
    const kept = readBook(bookPath);
    const empty = openBook(networkId, epoch, signer.address);
    if (kept === undefined) return empty;
    expectOwn(kept, bookPath, empty);
    if (kept.epoch < epoch) return empty;
    if (kept.epoch === epoch) return kept;
    const later = `${bookPath} is of epoch ${kept.epoch}, later than this change`;
    throw new CommandError(`${later}; ${undoneRemedy(books)}`);
  }

  return {
    signer,
    wallet: {
      transact: (operations) => onDiskInTime(outboxPath, () => wallet.transact(operations)),
    },
    look: (committee, at) => at(bookOf(committee), envOf(committee)),
    say(committee, word) {
      const release = lockBook(bookPath);
      try {
        const said = word(bookOf(committee), envOf(committee));
        if ('refused' in said) throw new CommandError(said.refused);
        const text = `${stringifyJson(OPERATOR_BOOK.toJson(said.book, 'rest'))}\n`;
        onDisk(bookPath, () => writeWhole(bookPath, text));
        return said.told;
      } finally {
        release();
      }
    },
  };
}

/** Gives the folder of the statements of a devnet's operators; each network has its own. */
export function booksOf({ folder, genesisTime }: OperatorGround): string {
  return join(folder, String(genesisTime));
}

function keyOf(
  { seed }: KnownNetwork,
  { operator, keyFile }: OperatorOptions,
): Uint8Array | string {
  if (keyFile !== undefined) return readKeyFile(keyFile);
  if (operator === undefined) {
    throw new OptionError('give --operator or --key-file to say which operator acts');
  }
  if (seed !== undefined) return operatorKeyOf(seed, operator);
  throw new OptionError('--operator: works for the devnet in this folder only; give --key-file');
}

// Two commands that read the same book could support rivals.
function lockBook(path: string): () => void {
  try {
    return onDisk(path, () => takeLock(`${path}.lock`));
  } catch (failure) {
    if (!(failure instanceof LockedError)) throw failure;
    throw new CommandError(
      `another command acts for this operator: ${failure.message}; try again once it has ended`,
    );
  }
}

// An unreadable book is never taken for an empty one: an operator that forgets its statements could
// support rivals (C3).
function readBook(path: string): OperatorBook | undefined {
  if (!onDisk(path, () => isThere(path))) return undefined;
  const text = onDisk(path, () => readFileSync(path, 'utf8'));
  try {
    return OPERATOR_BOOK.fromJson(parseJson(text), 'rest', path);
  } catch (failure) {
    if (!(failure instanceof DecodeError)) throw failure;
    const remedy = 'what it has said is lost: remove it only once a later epoch runs';
    throw new CommandError(`${path} is not a book of an operator: ${failure.message}; ${remedy}`);
  }
}

// Otherwise the statement would be made in the name of the operator to whom the book belongs.
function expectOwn(kept: OperatorBook, path: string, own: OperatorBook): void {
  if (kept.operator !== own.operator) {
    const expected = formatAddress(own.operator);
    throw new CommandError(
      `${path}: operator: expected ${expected}, got ${formatAddress(kept.operator)}`,
    );
  }
  if (kept.networkId === own.networkId) return;
  throw new CommandError(`${path}: network_id: expected ${own.networkId}, got ${kept.networkId}`);
}
