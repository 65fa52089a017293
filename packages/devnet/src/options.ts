import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { NETWORK_IDS, type NetworkId } from '@quorate/protocol';
import { CHAOS, type GivenFault } from './faults/chaos.ts';
import type { Log } from './log.ts';
import type { PruneOptions } from './nodes/prune.ts';
import { PROXY_DEADLINE_MILLIS } from './timing/patience.ts';

/** The options of a devnet; each has a default. */
export interface DevnetOptions {
  /** The number of validators at genesis, from 1 to 100; 4 by default. */
  readonly validators?: number;
  /** The source of all keys; equal seeds give equal keys. `1` by default. */
  readonly seed?: string;
  /** The number of accounts that hold tokens from the start; 10 by default. */
  readonly accounts?: number;
  /**
   * The balance of each of them, in least units of the native token; a million tokens by default.
   */
  readonly balance?: bigint;
  /** `fast:localnet` by default. */
  readonly networkId?: NetworkId;
  /** The address to listen on; 127.0.0.1 by default. */
  readonly host?: string;
  /**
   * Further names and addresses, without ports, that callers may use in the `Host` header, besides
   * loopback and `host`. A devnet bound to every address needs those under which it is reached.
   */
  readonly allowHosts?: readonly string[];
  /** The first port of the layout, or 0 for any free ports; 0 by default. */
  readonly port?: number;
  /** The folder for all data; without it, nothing outlives the process. */
  readonly dataDir?: string;
  /**
   * The least time, in milliseconds, between two drips of one token to one recipient; 0 by default.
   */
  readonly faucetCooldown?: number;
  /**
   * The token that callers must send as `Authorization: Bearer …` to spend or to control: for the
   * wallet, the faucet and the admin interface. Printable ASCII, without a space at either end.
   * Without a token these are available only if `host` is loopback.
   */
  readonly token?: string;
  /** How the proxy reaches the validators; `memory` by default, but `http` with `processes`. */
  readonly transport?: TransportKind;
  /** Whether each validator runs in its own process; false by default. */
  readonly processes?: boolean;
  /**
   * Whether the process belongs to the devnet alone. Then it may replace the global `Request` and
   * `Response` by faster ones. False by default.
   */
  readonly ownsProcess?: boolean;
  /** Which certificates nodes prune; none by default. */
  readonly prune?: PruneOptions;
  /**
   * After how many milliseconds the proxy reports that it cannot reach a quorum (rule P8). 12
   * seconds by default and at most, since callers wait no longer. Tests use a shorter time.
   */
  readonly proxyDeadline?: number;
  /**
   * Calls off a start that is under way: it fails with the reason of the signal once everything is
   * released. Once the devnet runs, the signal has no effect.
   */
  readonly signal?: AbortSignal;
  /**
   * Faults that are in effect from the start, as they are posted to the admin interface: objects
   * such as `{ kind: 'cut', from: 'v4' }`. None by default.
   */
  readonly faults?: readonly GivenFault[];
  /** The name of a list of faults that are in effect from the start; see `CHAOS`. */
  readonly chaos?: string;
  /** Where the devnet logs; nowhere by default. */
  readonly log?: Log;
}

/** How messages travel between the proxy and the validators: within the process, or over HTTP. */
export type TransportKind = 'memory' | 'http';

/** The properties of a network that cannot change while its data are kept. */
export interface Constitution {
  readonly networkId: NetworkId;
  readonly seed: string;
  readonly validators: number;
  /** The number of accounts that hold tokens from the start, without the faucet. */
  readonly accounts: number;
  /** The balance of each of them, in least units of the native token. */
  readonly balance: bigint;
}

/** The constitution of a devnet without options. */
export const DEFAULT_CONSTITUTION: Constitution = {
  networkId: 'fast:localnet',
  seed: '1',
  validators: 4,
  accounts: 10,
  balance: 1_000_000n * 10n ** 18n,
};

/** The default address to listen on. */
export const DEFAULT_HOST = '127.0.0.1';
/** The default first port: any free ports, since several devnets may run side by side. */
export const DEFAULT_PORT = 0;

/** What is wrong with the options or the data of a devnet. */
export type DevnetErrorCode =
  | 'InvalidOption'
  | 'DifferentConstitution'
  | 'UnreadableData'
  | 'NotWritable'
  | 'DiskFull'
  | 'TooManyOpen'
  | 'DataInUse'
  | 'ProcessLost';

/**
 * Reports that a devnet cannot start as requested. The message names the option or the file, and
 * what to do.
 */
export class DevnetError extends Error {
  override readonly name = 'DevnetError';
  readonly code: DevnetErrorCode;

  constructor(code: DevnetErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

const OF_THE_MACHINE: ReadonlySet<DevnetErrorCode> = new Set([
  'DataInUse',
  'NotWritable',
  'DiskFull',
  'TooManyOpen',
  'ProcessLost',
]);

/**
 * Tells whether the machine (another process, the disk) causes an error, and not a mistake of the
 * caller.
 */
export function isOfTheMachine({ code }: DevnetError): boolean {
  return OF_THE_MACHINE.has(code);
}

/**
 * Checks the options of a devnet.
 *
 * @throws DevnetError `InvalidOption` naming the option
 */
export function checkOptions(options: DevnetOptions): void {
  if (typeof options !== 'object' || options === null)
    throw invalid('options', 'an object', options);
  checkNames(options, OPTIONS);
  checkText(options);
  checkSwitches(options);
  checkSignal(options);
  checkFaults(options);
  checkLog(options);
  const { validators = DEFAULT_CONSTITUTION.validators } = options;
  const { accounts = DEFAULT_CONSTITUTION.accounts } = options;
  const { balance = DEFAULT_CONSTITUTION.balance } = options;
  const { port = DEFAULT_PORT, faucetCooldown = 0 } = options;
  const { proxyDeadline = PROXY_DEADLINE_MILLIS } = options;
  checkValidatorCount(validators);
  expectWhole('accounts', accounts, 0, ACCOUNTS_MAX);
  expectWhole('port', port, 0, 65_535);
  expectWhole('proxyDeadline', proxyDeadline, 1, PROXY_DEADLINE_MILLIS);
  expectWhole('faucetCooldown', faucetCooldown, 0, Number.MAX_SAFE_INTEGER);
  if (typeof balance !== 'bigint' || balance < 0n || balance >= 2n ** 128n) {
    throw invalid('balance', '0 to 2^128 - 1, a bigint', balance);
  }
  checkHost(options);
  checkToken(options);
  checkAllowHosts(options);
  const { networkId } = options;
  if (networkId !== undefined && !NETWORK_IDS.includes(networkId)) {
    throw invalid('networkId', `one of ${NETWORK_IDS.join(', ')}`, networkId);
  }
  const { transport, processes = false } = options;
  if (transport !== undefined && !['memory', 'http'].includes(transport)) {
    throw invalid('transport', 'memory or http', transport);
  }
  checkPrune(options);
  if (processes && transport === 'memory') {
    throw invalid('transport', 'http, which is what processes share', transport);
  }
}

/** Every option; the type ensures that none is missing. */
const OPTIONS: Readonly<Record<keyof DevnetOptions, true>> = {
  validators: true,
  seed: true,
  accounts: true,
  balance: true,
  networkId: true,
  host: true,
  allowHosts: true,
  port: true,
  dataDir: true,
  faucetCooldown: true,
  token: true,
  transport: true,
  processes: true,
  ownsProcess: true,
  prune: true,
  proxyDeadline: true,
  signal: true,
  faults: true,
  chaos: true,
  log: true,
};

const PRUNE_OPTIONS: Readonly<Record<keyof PruneOptions, true>> = {
  olderThan: true,
  keepPerAccount: true,
  archives: true,
};

/**
 * Makes the path of the data folder absolute: the process may change its folder, and files are
 * opened later too.
 */
export function inPlace(options: DevnetOptions): DevnetOptions {
  const { dataDir } = options;
  return dataDir === undefined ? options : { ...options, dataDir: resolve(dataDir) };
}

/**
 * Refuses unknown options: without a type check, a misspelt name would silently mean the default.
 */
function checkNames(options: object, known: object, within = ''): void {
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(known, name));
  if (unknown === undefined) return;
  const names = Object.keys(known).join(', ');
  throw new DevnetError(
    'InvalidOption',
    `${within}${unknown}: no such option; expected one of ${names}`,
  );
}

/** A number as a seed would derive other keys than the text of its digits. */
function checkText(options: DevnetOptions): void {
  for (const name of ['seed', 'dataDir', 'token', 'host'] as const) {
    const value: unknown = options[name];
    if (value !== undefined && typeof value !== 'string') throw invalid(name, 'text', value);
  }
  const { dataDir } = options;
  if (dataDir === '') throw invalid('dataDir', 'the path of a folder', 'none');
  if (dataDir?.includes('\0'))
    throw invalid('dataDir', 'the path of a folder', 'one with NUL in it');
}

/** Text such as `no` would count as true in one place, but not in another. */
function checkSwitches(options: DevnetOptions): void {
  for (const name of ['processes', 'ownsProcess'] as const) {
    const value: unknown = options[name];
    if (value !== undefined && typeof value !== 'boolean') {
      throw invalid(name, 'true or false', value);
    }
  }
}

/** Without a type check, somebody may give the controller in place of its signal. */
function checkSignal({ signal }: DevnetOptions): void {
  if (signal === undefined || signal instanceof AbortSignal) return;
  throw invalid('signal', 'an AbortSignal', typeof signal);
}

function checkFaults({ faults = [], chaos }: DevnetOptions): void {
  if (!Array.isArray(faults)) throw invalid('faults', 'a list of faults', typeof faults);
  if (chaos === undefined || Object.hasOwn(CHAOS, chaos)) return;
  throw invalid('chaos', `one of ${Object.keys(CHAOS).join(', ')}`, chaos);
}

const LEVELS: readonly (keyof Log)[] = ['debug', 'info', 'warn', 'error'];

/** Without a type check, the first thing to log would bring the devnet down. */
function checkLog({ log }: DevnetOptions): void {
  const given = log as Readonly<Record<string, unknown>> | null | undefined;
  if (log === undefined || LEVELS.every((level) => typeof given?.[level] === 'function')) return;
  throw invalid('log', `a logger with ${LEVELS.join(', ')}, such as one of pino`, typeof log);
}

/** The greatest number of accounts that hold tokens from the start. */
export const ACCOUNTS_MAX = 1000;

/** The greatest number of validators of a devnet, including those added later. */
export const VALIDATORS_MAX = 100;

/**
 * Checks the number of validators of a devnet.
 *
 * @throws DevnetError `InvalidOption` naming the bound
 */
export function checkValidatorCount(count: number): void {
  expectWhole('validators', count, 1, VALIDATORS_MAX);
}

/**
 * Node takes an empty host for all addresses, and the system accepts `0` or `127.1` as addresses,
 * which a URL reads differently.
 */
function checkHost({ host = DEFAULT_HOST }: DevnetOptions): void {
  const isAddress = isIP(host) !== 0;
  if (host !== '' && (isAddress || !ENDS_IN_NUMBER.test(host))) return;
  const expected = 'an address such as 127.0.0.1 or 0.0.0.0, or a name';
  throw invalid('host', expected, host === '' ? 'none' : host);
}

/** Headers cannot carry such a token. The message does not repeat the token. */
function checkToken({ token }: DevnetOptions): void {
  if (token === undefined || TOKEN.test(token)) return;
  const expected = 'printable ASCII that neither begins nor ends with a space';
  throw invalid('token', expected, token === '' ? 'none' : 'something else');
}

function checkAllowHosts({ allowHosts = [] }: DevnetOptions): void {
  if (!Array.isArray(allowHosts)) throw invalid('allowHosts', 'a list', allowHosts);
  for (const name of allowHosts) {
    if (!HOST_NAME.test(name)) throw invalid('allowHosts', 'names or addresses, no ports', name);
  }
}

function checkPrune({ prune }: DevnetOptions): void {
  if (prune === undefined) return;
  const isObject: boolean = typeof prune === 'object' && prune !== null;
  if (!isObject) throw invalid('prune', 'an object', prune);
  checkNames(prune, PRUNE_OPTIONS, 'prune.');
  const { olderThan = 0, keepPerAccount = 1, archives = [] } = prune;
  expectWhole('prune.olderThan', olderThan, 0, Number.MAX_SAFE_INTEGER);
  expectWhole('prune.keepPerAccount', keepPerAccount, 1, Number.MAX_SAFE_INTEGER);
  for (const name of archives) {
    if (!NODE_NAME.test(name)) throw invalid('prune.archives', 'names such as v4, or p1', name);
  }
}

/** A validator, including those added later, or the proxy. */
const NODE_NAME = /^(?:v(?:[1-9]\d?|100)|p1)$/;

const TOKEN = /^[!-~](?:[ -~]*[!-~])?$/;

/** A name, an IPv4 address, or an IPv6 address in brackets. */
const HOST_NAME = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])$/i;

/** A URL takes a host for an IPv4 address if its last part is a number. */
const ENDS_IN_NUMBER = /(?:^|\.)(?:\d+|0x[0-9a-f]*)\.?$/i;

function expectWhole(name: string, value: number, min: number, max: number): void {
  if (Number.isSafeInteger(value) && value >= min && value <= max) return;
  const got: unknown = typeof value === 'string' ? JSON.stringify(value) : value;
  throw invalid(name, `a whole number from ${min} to ${max}`, got);
}

function invalid(name: string, expected: string, got: unknown): DevnetError {
  return new DevnetError('InvalidOption', `${name}: expected ${expected}, got ${got}`);
}
