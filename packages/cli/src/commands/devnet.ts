import { DevnetError, type DevnetOptions, ListenError, startDevnet } from '@quorate/devnet';
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
  readonly port?: number;
  readonly dataDir: string;
  readonly ephemeral?: true;
  /** Seconds. */
  readonly faucetCooldown?: number;
  readonly json?: true;
  readonly readyFile?: string;
  readonly ci?: true;
  readonly logLevel: string;
}

const WHOLE = 10n ** 18n;
const MILLIS_PER_SECOND = 1000;

/** Start a devnet, and run it until a signal ends it. */
export async function devnet(options: DevnetCommandOptions, terminal: Terminal): Promise<ExitCode> {
  const stopped = stopSignal(terminal);
  try {
    const running = await startDevnet(startOptions(options));
    const event = readyEvent(running, performance.now());
    const readyFiles = [
      readyFilePath,
      ...(options.readyFile === undefined ? [] : [options.readyFile]),
    ];
    for (const path of readyFiles) writeReadyFile(path, event);
    const { colors } = terminal;
    const faucetCooldown = (options.faucetCooldown ?? 0) * MILLIS_PER_SECOND;
    terminal.print(
      options.json === true || options.ci === true
        ? `${JSON.stringify(event)}\n`
        : renderBanner({ event, version: ownVersion(), faucetCooldown, colors }),
    );
    await stopped;
    for (const path of readyFiles) removeReadyFile(path);
    await running.close();
    terminal.complain('stopped\n');
    return exitCodes.passed;
  } catch (failure) {
    if (failure instanceof DevnetError) return refuse(failure, exitCodes.usage, terminal);
    if (failure instanceof ListenError) return refuse(failure, exitCodes.environment, terminal);
    throw failure;
  }
}

function startOptions(options: DevnetCommandOptions): DevnetOptions {
  const { validators, seed, accounts, networkId, host, port, logLevel } = options;
  const given = { validators, seed, accounts, networkId, host, port };
  const dataDir = options.ephemeral === true ? {} : { dataDir: options.dataDir };
  const balance = options.balance === undefined ? {} : { balance: BigInt(options.balance) * WHOLE };
  return {
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
    ...dataDir,
    ...balance,
    faucetCooldown: (options.faucetCooldown ?? 0) * MILLIS_PER_SECOND,
    // Standard output belongs to the banner and to what programs read.
    log: pino({ level: logLevel }, pino.destination({ dest: 2, sync: true })),
  };
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
