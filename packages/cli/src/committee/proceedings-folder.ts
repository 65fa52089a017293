import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isThere } from '@quorate/client/node';
import { writeWhole } from '@quorate/devnet';
import {
  type Address,
  BALLOT,
  type Ballot,
  DecodeError,
  type JsonObject,
  type JsonValue,
  type NamedSignature,
  parseAddress,
  parseJson,
  SIGNED_VOTE,
  type Signature,
  type SignedVote,
  stringifyJson,
} from '@quorate/protocol';
import { CommandError } from '../command-error.ts';
import { onDisk } from '../wallet/key-file.ts';
import type { Proceedings } from './proceedings.ts';

/**
 * Keeps the proceedings of a proposal in a folder that operators share, by whatever means: the
 * ballot, and a file for each statement of an operator. Nothing in it is secret.
 */
export interface ProceedingsFolder {
  /** The path of the ballot. */
  readonly path: string;
  /** @throws CommandError if there is no ballot */
  read(): Proceedings;
  /** Reads the proceedings; undefined if there is no ballot. */
  find(): Proceedings | undefined;
  putBallot(ballot: Ballot): void;
  putVote(vote: SignedVote): void;
  putSignature(signature: NamedSignature): void;
}

/** Operators may be different users of the system. */
const MODE = 0o644;

/** Opens the proceedings in a folder, which need not exist. */
export function openProceedings(folder: string): ProceedingsFolder {
  const ballotPath = join(folder, 'ballot.json');

  function put(name: string, json: JsonValue): void {
    const path = join(folder, name);
    onDisk(path, () => writeWhole(path, `${stringifyJson(json)}\n`, MODE));
  }

  function find(): Proceedings | undefined {
    if (!isFile(ballotPath)) return undefined;
    return {
      ballot: readBallot(ballotPath),
      votes: readAll(join(folder, 'votes'), readVote),
      confirmations: readAll(join(folder, 'confirmations'), readVote),
      signatures: readAll(join(folder, 'signatures'), readSignature),
    };
  }

  return {
    path: ballotPath,
    find,
    read() {
      const held = find();
      if (held === undefined)
        throw new CommandError(`${ballotPath}: there is no proposal to vote on`);
      return held;
    },
    putBallot: (ballot) => put('ballot.json', BALLOT.toJson(ballot, 'rest')),
    putVote(signed) {
      const { isConfirmation, operator } = signed.vote;
      const place = isConfirmation ? 'confirmations' : 'votes';
      put(join(place, `${operator}.json`), SIGNED_VOTE.toJson(signed, 'rest'));
    },
    putSignature: ([operator, signature]) =>
      put(join('signatures', `${operator}.json`), { operator, signature }),
  };
}

function readBallot(path: string): Ballot {
  const text = readText(path);
  try {
    return BALLOT.fromJson(parseJson(text), 'rest', path);
  } catch (failure) {
    if (!(failure instanceof DecodeError)) throw failure;
    throw new CommandError(`${path} is not a ballot: ${failure.message}`);
  }
}

function readText(path: string): string {
  return onDisk(path, () => readFileSync(path, 'utf8'));
}

/** Reads the statements of operators; other files in the folder are ignored. */
function readAll<T>(folder: string, read: (json: JsonValue, path: string) => T): readonly T[] {
  if (!existsSync(folder)) return [];
  const names = onDisk(folder, () => readdirSync(folder)).filter((name) => name.endsWith('.json'));
  return names.sort().flatMap((name) => {
    const path = join(folder, name);
    if (!isFile(path)) return [];
    const text = readText(path);
    try {
      return [read(parseJson(text), path)];
    } catch (failure) {
      if (failure instanceof DecodeError) return [];
      throw failure;
    }
  });
}

function isFile(path: string): boolean {
  // Newer releases of Node.js report a path through a file as one where nothing is, except for
  // links.
  const look = () => isThere(path) && statSync(path, { throwIfNoEntry: false })?.isFile() === true;
  return onDisk(path, look);
}

function readVote(json: JsonValue, path: string): SignedVote {
  return SIGNED_VOTE.fromJson(json, 'rest', path);
}

function readSignature(json: JsonValue, path: string): NamedSignature {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    throw new DecodeError('UnexpectedType', path, 'an operator and its signature');
  }
  const { operator, signature } = json as JsonObject;
  if (typeof signature !== 'string' || !/^[0-9a-f]{128}$/.test(signature)) {
    throw new DecodeError('UnexpectedType', `${path}.signature`, '128 hex digits');
  }
  const address: Address = parseAddress(String(operator), `${path}.operator`);
  return [address, signature as Signature];
}
