import { readFileSync } from 'node:fs';
import { addressIn, NETWORK_IDS, type NetworkId } from '@quorate/protocol';
import { CommandError } from '../command-error.ts';
import { type ReadyEvent, readyFilePath } from './ready-event.ts';

/** What commands need to know of the devnet that runs in a folder. */
export interface DevnetHere
  extends Pick<ReadyEvent, 'rest' | 'seed' | 'genesisTimeNanos' | 'accounts' | 'validators'> {
  readonly networkId: NetworkId;
}

/** Says what to do if no network is at hand. */
export const howToFindOne =
  'start a network here with `npx quorate devnet`, or name one with --url or QUORATE_URL';

/**
 * Reads the ready file of the devnet that runs in a folder.
 *
 * @throws CommandError if there is no such file, or it is not what a devnet writes
 */
export function readDevnetHere(path = readyFilePath): DevnetHere {
  const told = parsed(textOf(path));
  if (isDevnetHere(told)) return told;
  throw new CommandError(
    `${path} is damaged: expected rest, seed, genesisTimeNanos, networkId, accounts and validators, as \`quorate devnet\` writes ` +
      `them; remove it, and ${howToFindOne}`,
  );
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    throw new CommandError(`no network: ${howToFindOne}`);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isDevnetHere(told: unknown): told is DevnetHere {
  if (typeof told !== 'object' || told === null) return false;
  const { rest, seed, genesisTimeNanos, networkId, accounts, validators } = told as Partial<
    Record<keyof ReadyEvent, unknown>
  >;
  return (
    typeof rest === 'string' &&
    URL.canParse(rest) &&
    typeof seed === 'string' &&
    /^\d+$/.test(String(genesisTimeNanos)) &&
    NETWORK_IDS.some((id) => id === networkId) &&
    Array.isArray(accounts) &&
    accounts.every(isAccount) &&
    Array.isArray(validators) &&
    validators.every(isValidator)
  );
}

const KEY = /^[0-9a-f]{64}$/;

function isAccount(told: unknown): boolean {
  if (typeof told !== 'object' || told === null) return false;
  const { name, publicKey, secretKey } = told as Record<string, unknown>;
  return typeof name === 'string' && KEY.test(String(publicKey)) && KEY.test(String(secretKey));
}

function isValidator(told: unknown): boolean {
  if (typeof told !== 'object' || told === null) return false;
  const { name, address } = told as Record<string, unknown>;
  return typeof name === 'string' && addressIn(String(address)) !== undefined;
}
