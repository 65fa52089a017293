import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createWallet, signerOf, type Wallet } from '@quorate/client';
import { fileOutbox, LockedError, takeLock } from '@quorate/client/node';
import {
  type Committee,
  OPERATOR_RULES,
  type OperatorEnv,
  openBook,
  type Told,
} from '@quorate/core';
import { createVerifier, loadEd25519, type Signer } from '@quorate/crypto';
import { operatorKeyOf, writeWhole } from '@quorate/devnet';
import { OPERATOR_BOOK, type OperatorBook, parseJson, stringifyJson } from '@quorate/protocol';
import { nowNanos } from '../now-nanos.ts';
import { CommandError } from '../wallet/command-error.ts';
import { makeRoom, readKeyFile } from '../wallet/key-file.ts';
import type { KnownNetwork } from '../wallet/network.ts';

/** Act for the account that runs a validator. */
export interface Operator {
  readonly signer: Signer;
  /** Sends its requests. */
  readonly wallet: Wallet;
  /** Looks into its book of an epoch. @throws CommandError where that is of a later one */
  look<T>(committee: Committee, at: (book: OperatorBook, env: OperatorEnv) => T): T;
  /**
   * Says something on a change of committee: what has to be kept is durable before it is given (C3).
   *
   * @throws CommandError where its book forbids it, or another command writes in it
   */
  say<T>(committee: Committee, word: (book: OperatorBook, env: OperatorEnv) => Told<T>): T;
}

/** What operators act on. */
export interface OperatorGround {
  readonly network: KnownNetwork;
  /** When the network began, in nanoseconds since 1970. */
  readonly genesisTime: bigint;
  /** Where is kept what operators of a devnet have on its way and have said. */
  readonly folder: string;
}

/** Say whose operator is meant: of a validator of the devnet, or whoever holds a key. */
export interface OperatorOptions {
  /** The name of a validator of the devnet that runs here. */
  readonly operator?: string;
  readonly keyFile?: string;
}

/** Verify what other operators and candidates say. */
export const VERIFIER = createVerifier(loadEd25519());

/**
 * Open the operator that a command acts for.
 *
 * @throws CommandError where no key is at hand, or what is signed cannot be kept
 */
export function openOperator(ground: OperatorGround, options: OperatorOptions): Operator {
  const { client, networkId } = ground.network;
  const signer = signerOf(keyOf(ground.network, options));
  // A key has one book and one outbox on each network, from whichever folder it is used. Two devnets
  // of one seed are two networks with the same keys.
  const beside = options.keyFile ?? join(ground.folder, String(ground.genesisTime), signer.address);
  const path = `${beside}.${networkId.replace(':', '-')}`;
  const bookPath = `${path}.book.json`;
  makeRoom(dirname(path));
  const envOf = (committee: Committee): OperatorEnv => ({
    committee,
    signer,
    verifier: VERIFIER,
    now: nowNanos(),
    rules: OPERATOR_RULES,
  });

  function bookOf({ epoch }: Committee): OperatorBook {
    const kept = readBook(bookPath);
    if (kept === undefined || kept.epoch < epoch) return openBook(networkId, epoch, signer.address);
    if (kept.epoch === epoch) return kept;
    throw new CommandError(`${bookPath} is of epoch ${kept.epoch}, later than this change`);
  }

  return {
    signer,
    wallet: createWallet({ client, signer, networkId, outbox: fileOutbox(`${path}.outbox.json`) }),
    look: (committee, at) => at(bookOf(committee), envOf(committee)),
    say(committee, word) {
      const release = lockBook(bookPath);
      try {
        const said = word(bookOf(committee), envOf(committee));
        if ('refused' in said) throw new CommandError(said.refused);
        writeWhole(bookPath, `${stringifyJson(OPERATOR_BOOK.toJson(said.book, 'rest'))}\n`);
        return said.told;
      } finally {
        release();
      }
    },
  };
}

function keyOf(
  { seed }: KnownNetwork,
  { operator, keyFile }: OperatorOptions,
): Uint8Array | string {
  if (keyFile !== undefined) return readKeyFile(keyFile);
  if (operator === undefined) {
    throw new CommandError('whose operator? Give --operator or --key-file.');
  }
  if (seed !== undefined) return operatorKeyOf(seed, operator);
  throw new CommandError('--operator: only of the devnet that runs here; give --key-file');
}

// Two that read the same book could speak for rivals.
function lockBook(path: string): () => void {
  try {
    return takeLock(`${path}.lock`);
  } catch (failure) {
    if (!(failure instanceof LockedError)) throw failure;
    throw new CommandError(
      `another command speaks for this operator: ${failure.message}; try again once it has ended`,
    );
  }
}

function readBook(path: string): OperatorBook | undefined {
  if (!existsSync(path)) return undefined;
  return OPERATOR_BOOK.fromJson(parseJson(readFileSync(path, 'utf8')), 'rest', path);
}
