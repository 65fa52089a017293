import { setFlagsFromString } from 'node:v8';
import {
  type Devnet,
  DevnetError,
  type DevnetOptions,
  isOfTheMachine,
  ListenError,
  startDevnet,
} from '@quorate/devnet';
import { DurationError, parseDuration } from '@quorate/network';
import type { NetworkId } from '@quorate/protocol';
import pino from 'pino';
import { renderBanner } from '../devnet/banner.ts';
import { readyEvent } from '../devnet/ready-event.ts';
import { readyFilePath, removeReadyFile, writeReadyFile } from '../devnet/ready-file.ts';
import { type ExitCode, exitCodes } from '../exit-code.ts';
import type { Terminal } from '../terminal.ts';
import { ownVersion } from '../version.ts';

/** Hold the options of `quorate devnet`; an absent option was not given. */
export interface DevnetCommandOptions {
  readonly validators?: number;
  readonly seed?: string;
  readonly accounts?: number;
  /** Whole tokens. */
  readonly balance?: number;
  readonly networkId?: NetworkId;
  readonly host?: string;
  readonly allowHost?: readonly string[];
  readonly port?: number;
  /** What callers show who spend or control. */
  readonly token?: string;
  readonly dataDir: string;
  readonly ephemeral?: true;
  readonly transport?: 'memory' | 'http';
  readonly processes?: true;
  /** A duration such as `1h`. */
  readonly pruneOlderThan?: string;
  readonly pruneKeep?: number;
  readonly archive?: readonly string[];
  /** Seconds. */
  readonly faucetCooldown?: number;
  readonly json?: true;
  readonly readyFile?: string;
  readonly ci?: true;
  readonly logLevel: string;
}

const WHOLE = 10n ** 18n;
const MILLIS_PER_SECOND = 1000;
const NANOS_PER_MILLI = 1_000_000;

/**
 * The engine compiles what has run so many bytes of code, and waits three times as long by itself. A
 * devnet is asked a lot right after its start: its first thousands of transactions take a fifth less.
 */
const COMPILE_SOON = '--interrupt-budget=20000';

/** Start a devnet, and run it until a signal ends it. */
export async function devnet(options: DevnetCommandOptions, terminal: Terminal): Promise<ExitCode> {
  setFlagsFromString(COMPILE_SOON);
  const stopped = stopSignal(terminal);
  try {
    const running = await startDevnet(startOptions(options));
    await serve(running, { options, terminal, stopped });
    terminal.complain('stopped\n');
    return exitCodes.passed;
  } catch (failure) {
    if (failure instanceof DevnetError) {
      return refuse(
        failure,
        isOfTheMachine(failure) ? exitCodes.environment : exitCodes.usage,
        terminal,
      );
    }
    if (failure instanceof ListenError) return refuse(failure, exitCodes.environment, terminal);
    throw failure;
  }
}

/** Tell everybody where the devnet is, and close it in the end, however that comes. */
async function serve(
  running: Devnet,
  given: {
    readonly options: DevnetCommandOptions;
    readonly terminal: Terminal;
    readonly stopped: Promise<void>;
  },
): Promise<void> {
  const { options, terminal, stopped } = given;
  const event = readyEvent(running, performance.now());
  const { readyFile } = options;
  const readyFiles = readyFile === undefined ? [readyFilePath] : [readyFilePath, readyFile];
  const removeReadyFiles = (): void => {
    for (const path of readyFiles) removeReadyFile(path, event);
  };
  // Also where nobody waits for the end: a second signal.
  process.once('exit', removeReadyFiles);
  try {
    for (const path of readyFiles) writeReadyFile(path, event);
    const { colors } = terminal;
    const faucetCooldown = (options.faucetCooldown ?? 0) * MILLIS_PER_SECOND;
    terminal.print(
      options.json === true || options.ci === true
        ? `${JSON.stringify(event)}\n`
        : renderBanner({ event, version: ownVersion(), faucetCooldown, colors }),
    );
    await stopped;
  } finally {
    removeReadyFiles();
    await running.close();
    process.off('exit', removeReadyFiles);
  }
}

function startOptions(options: DevnetCommandOptions): DevnetOptions {
  const { validators, seed, accounts, networkId, host, port, token, logLevel } = options;
  const { transport, processes } = options;
  const given = {
    validators,
    seed,
    accounts,
    networkId,
    host,
    allowHosts: options.allowHost,
    port,
    token,
    transport,
    processes,
  };
  const dataDir = options.ephemeral === true ? {} : { dataDir: options.dataDir };
  const prune = pruneOptions(options);
  const balance = options.balance === undefined ? {} : { balance: BigInt(options.balance) * WHOLE };
  return {
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
    ...dataDir,
    ...balance,
    ...(prune === undefined ? {} : { prune }),
    faucetCooldown: (options.faucetCooldown ?? 0) * MILLIS_PER_SECOND,
    ownsProcess: true,
    // Standard output belongs to the banner and to what programs read.
    log: pino({ level: logLevel }, pino.destination({ dest: 2, sync: true })),
  };
}

/** @throws DevnetError where the age is no duration, or archives are named and nobody prunes. */
function pruneOptions({
  pruneOlderThan,
  pruneKeep,
  archive,
}: DevnetCommandOptions): DevnetOptions['prune'] {
  if (pruneOlderThan === undefined && pruneKeep === undefined) {
    if (archive === undefined) return undefined;
    const message = '--archive: give --prune-older-than or --prune-keep as well, or nobody prunes';
    throw new DevnetError('InvalidOption', message);
  }
  return {
    ...(pruneOlderThan === undefined ? {} : { olderThan: millisOf(pruneOlderThan) }),
    ...(pruneKeep === undefined ? {} : { keepPerAccount: pruneKeep }),
    ...(archive === undefined ? {} : { archives: archive }),
  };
}

function millisOf(text: string): number {
  try {
    return Number(parseDuration(text)) / NANOS_PER_MILLI;
  } catch (failure) {
    if (!(failure instanceof DurationError)) throw failure;
    throw new DevnetError('InvalidOption', `--prune-older-than: ${failure.message}`);
  }
}

function refuse({ message }: Error, code: ExitCode, { complain, colors }: Terminal): ExitCode {
  complain(`${colors.red('error')} ${message}\n`);
  return code;
}

/** Resolves with the first signal that asks to stop; the second one does not wait for anything. */
function stopSignal({ complain }: Terminal): Promise<void> {
  return new Promise((resolve) => {
    let isStopping = false;
    for (const [signal, code] of [
      ['SIGINT', 130],
      ['SIGTERM', 143],
    ] as const) {
      process.on(signal, () => {
        if (isStopping) process.exit(code);
        isStopping = true;
        complain('stopping; again to stop at once\n');
        resolve();
      });
    }
  });
}
