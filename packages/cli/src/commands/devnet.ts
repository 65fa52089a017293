import { closeSync } from 'node:fs';
import {
  type Devnet,
  DevnetError,
  type DevnetErrorCode,
  type DevnetOptions,
  isEveryAddress,
  isLoopback,
  isOfTheMachine,
  ListenError,
  startDevnet,
} from '@quorate/devnet';
import type { NetworkId } from '@quorate/protocol';
import pino from 'pino';
import { OptionError } from '../command-error.ts';
import { optimiseSoon } from '../compiler.ts';
import { type BannerOptions, renderBanner } from '../devnet/banner.ts';
import { readyEvent, readyFilePath } from '../devnet/ready-event.ts';
import { prepareReadyFiles, type ReadyFiles } from '../devnet/ready-file.ts';
import { type ExitCode, exitCodes } from '../exit-code.ts';
import { readTime } from '../options/read-time.ts';
import type { Terminal } from '../output/terminal.ts';
import { ownVersion } from '../version.ts';

/** The options of `quorate devnet`; an absent option was not given. */
export interface DevnetCommandOptions {
  readonly validators?: number;
  readonly seed?: string;
  readonly accounts?: number;
  /** In whole tokens. */
  readonly balance?: number;
  readonly networkId?: NetworkId;
  readonly host?: string;
  readonly allowHost?: readonly string[];
  readonly port?: number;
  /** The token that callers have to show to spend or control. */
  readonly token?: string;
  readonly dataDir: string;
  readonly ephemeral?: true;
  readonly transport?: 'memory' | 'http';
  readonly processes?: true;
  /** A duration such as `1h`. */
  readonly pruneOlderThan?: string;
  readonly pruneKeep?: number;
  readonly archive?: readonly string[];
  /** In seconds. */
  readonly faucetCooldown?: number;
  readonly json?: true;
  readonly readyFile?: string;
  readonly ci?: true;
  readonly logLevel: string;
  /** A YAML file with a list of faults. */
  readonly faults?: string;
  /** A list of faults by its name, or `list`. */
  readonly chaos?: string;
}

/** The first port by default: always the same, so that everybody finds the devnet. */
const FIRST_PORT = 7400;
const WHOLE = 10n ** 18n;
const MILLIS_PER_SECOND = 1000;
const NANOS_PER_MILLI = 1_000_000;

/** Starts a devnet, and runs it until a signal ends it. */
export async function devnet(options: DevnetCommandOptions, terminal: Terminal): Promise<ExitCode> {
  optimiseSoon();
  try {
    if (options.chaos === 'list') {
      const { chaosList } = await import('../devnet/chaos-list.ts');
      terminal.print(chaosList(options.validators));
      return exitCodes.passed;
    }
    const start = { ...startOptions(options), ...(await faultsOf(options)) };
    const stopped = stopSignal(terminal);
    // How commands find the devnet is worth saying only once there is one.
    const news = heldBack((text) => warn(text, terminal));
    const readyFiles = prepareReadyFiles({
      local: readyFilePath,
      asked: options.readyFile,
      warn: news.say,
    });
    const running = await startUnless(stopped, start);
    if (running === undefined) {
      terminal.complain('stopped\n');
      return exitCodes.passed;
    }
    news.release();
    warnOfAbsent(options.archive, running, terminal);
    await serve(running, { options, terminal, stopped, readyFiles });
    terminal.complain('stopped\n');
    if ((await stopped) === 'SIGHUP') leaveTerminal();
    return exitCodes.passed;
  } catch (failure) {
    if (failure instanceof DevnetError) {
      const named = inOptions(failure);
      if (failure.code === 'InvalidOption') throw named;
      const code = isOfTheMachine(failure) ? exitCodes.environment : exitCodes.usage;
      return refuse(named, code, terminal);
    }
    if (failure instanceof ListenError) {
      return refuse(withHint(failure), exitCodes.environment, terminal);
    }
    throw failure;
  }
}

/** Starts a devnet. Gives undefined if it was stopped before it ran: that is no failure to report. */
async function startUnless(
  stopped: Promise<unknown>,
  { log, ...options }: DevnetOptions & { readonly log: pino.Logger },
): Promise<Devnet | undefined> {
  const { level } = log;
  const start = new AbortController();
  let isStarting = true;
  void stopped.then(() => {
    start.abort();
    // What goes wrong once the devnet runs is logged, however it ends.
    if (isStarting) log.level = 'silent';
  });
  try {
    return await startDevnet({ ...options, log, signal: start.signal });
  } catch (failure) {
    if (start.signal.aborted) return undefined;
    throw failure instanceof DevnetError ? withFolderHint(failure, options) : failure;
  } finally {
    isStarting = false;
    log.level = level;
  }
}

/** Tells everybody where the devnet is, and in the end closes it, whatever happens. */
async function serve(
  running: Devnet,
  given: {
    readonly options: DevnetCommandOptions;
    readonly terminal: Terminal;
    readonly stopped: Promise<StopSignal>;
    readonly readyFiles: ReadyFiles;
  },
): Promise<void> {
  const { options, terminal, stopped, readyFiles } = given;
  const event = readyEvent(running, performance.now());
  // This also works if the process does not wait for the end: after a second signal.
  process.once('exit', readyFiles.remove);
  try {
    const isFoundHere = readyFiles.write(event);
    const { colors } = terminal;
    const faucetCooldown = cooldownMillis(options);
    terminal.print(
      options.json === true || options.ci === true
        ? `${JSON.stringify(event)}\n`
        : renderBanner({
            ...{ event, isFoundHere, version: ownVersion(), faucetCooldown, colors },
            ...shutBy(options),
            ...openTo(options),
            asksToken: options.token !== undefined,
            faults: await faultsInWords(running),
          }),
    );
    await stopped;
  } finally {
    readyFiles.remove();
    await running.close();
    process.off('exit', readyFiles.remove);
  }
}

// Words of faults need YAML, which takes long to load, and most devnets start without faults.
async function faultsInWords(running: Devnet): Promise<readonly string[]> {
  const faults = running.faults();
  if (faults.length === 0) return [];
  const { faultInWords } = await import('../devnet/fault-words.ts');
  return faults.map(faultInWords);
}

/**
 * Gives the address to which a devnet is bound if, for lack of a token, nobody may spend or
 * control.
 */
function shutBy({ host, token }: DevnetCommandOptions): { readonly shutBy?: string } {
  return host === undefined || isLoopback(host) || token !== undefined ? {} : { shutBy: host };
}

/** Says where a devnet is bound, if its URLs do not show that. */
function openTo({ host, allowHost }: DevnetCommandOptions): Pick<BannerOptions, 'open'> {
  if (host === undefined || !isEveryAddress(host)) return {};
  return { open: { host, names: allowHost ?? [] } };
}

function startOptions(
  options: DevnetCommandOptions,
): DevnetOptions & { readonly log: pino.Logger } {
  const { validators, seed, accounts, networkId, host, token, logLevel } = options;
  const { port = FIRST_PORT, transport, processes, chaos } = options;
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
    chaos,
  };
  const dataDir = options.ephemeral === true ? {} : { dataDir: options.dataDir };
  const prune = pruneOptions(options);
  const balance = options.balance === undefined ? {} : { balance: BigInt(options.balance) * WHOLE };
  return {
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
    ...dataDir,
    ...balance,
    ...(prune === undefined ? {} : { prune }),
    faucetCooldown: cooldownMillis(options),
    ownsProcess: true,
    log: createLog(logLevel),
  };
}

/** Only those who give a file should wait until YAML can be read. @throws OptionError */
async function faultsOf({ faults }: DevnetCommandOptions): Promise<Pick<DevnetOptions, 'faults'>> {
  if (faults === undefined) return {};
  const { faultsIn } = await import('../devnet/fault-file.ts');
  return { faults: faultsIn(faults) };
}

// The name of a validator that joins later is allowed, so a typing error looks like one.
function warnOfAbsent(
  archive: readonly string[] = [],
  { validators }: Devnet,
  terminal: Terminal,
): void {
  const hosted = [...validators.map(({ name }) => name), 'p1'];
  const absent = archive.filter((name) => !hosted.includes(name));
  if (absent.length === 0) return;
  warn(
    `--archive ${absent.join(' ')}: not hosted yet, so nobody keeps all certificates there`,
    terminal,
  );
}

// Standard output is for the banner and for what programs read.
function createLog(level: string): pino.Logger {
  const destination = pino.destination({ dest: 2, sync: true });
  // A closed terminal takes no more output, but the devnet still has to end in order.
  destination.on('error', () => undefined);
  return pino({ level }, destination);
}

/**
 * @throws OptionError if the age is not a duration, DevnetError if archives are named but nobody
 * prunes
 */
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
    ...(pruneOlderThan === undefined
      ? {}
      : { olderThan: readMillis('--prune-older-than', pruneOlderThan) }),
    ...(pruneKeep === undefined ? {} : { keepPerAccount: pruneKeep }),
    ...(archive === undefined ? {} : { archives: archive }),
  };
}

/** @throws OptionError if the seconds amount to more milliseconds than can be counted */
function cooldownMillis({ faucetCooldown = 0 }: DevnetCommandOptions): number {
  const most = Math.floor(Number.MAX_SAFE_INTEGER / MILLIS_PER_SECOND);
  if (faucetCooldown <= most) return faucetCooldown * MILLIS_PER_SECOND;
  const message = `--faucet-cooldown: expected at most ${most} seconds, got ${faucetCooldown}`;
  throw new OptionError(message);
}

/**
 * @throws OptionError if the text is not a duration, or not a countable whole number of
 * milliseconds
 */
function readMillis(option: `--${string}`, text: string): number {
  const millis = Number(readTime(option, text)) / NANOS_PER_MILLI;
  if (Number.isSafeInteger(millis)) return millis;
  const expected = Number.isInteger(millis) ? 'a shorter time' : 'a time in whole milliseconds';
  throw new OptionError(`${option} takes ${expected}, not "${text}"`);
}

/** The names of the fields of `DevnetOptions` on the command line. */
const OPTION_OF: ReadonlyMap<string, string> = new Map([
  ['validators', '-n, --validators'],
  ['seed', '--seed'],
  ['accounts', '--accounts'],
  ['balance', '--balance'],
  ['networkId', '--network-id'],
  ['host', '--host'],
  ['allowHosts', '--allow-host'],
  ['port', '--port'],
  ['token', '--token'],
  ['dataDir', '--data-dir'],
  ['transport', '--transport'],
  ['prune.archives', '--archive'],
  ['faults', '--faults'],
  ['chaos', '--chaos'],
]);

/**
 * Replaces the name of the wrong field, with which the message begins, with the option that was
 * typed.
 */
function inOptions({ message }: DevnetError): OptionError {
  const [field = ''] = message.split(':', 1);
  return new OptionError(`${OPTION_OF.get(field) ?? field}${message.slice(field.length)}`);
}

/** The errors that another folder avoids. */
const OF_FOLDER: readonly DevnetErrorCode[] = [
  'DataInUse',
  'DifferentConstitution',
  'NotWritable',
  'DiskFull',
];

/** Names the options that choose another folder, or none, if that helps. */
function withFolderHint(failure: DevnetError, { dataDir }: DevnetOptions): DevnetError {
  const { code, message } = failure;
  if (!OF_FOLDER.includes(code)) return failure;
  const hint = dataDir === undefined ? '--data-dir' : '--data-dir, --ephemeral';
  return new DevnetError(code, `${message} (${hint})`, { cause: failure });
}

/** Shows how to choose another port, if that helps. */
function withHint(failure: ListenError): Error {
  if (failure.code !== 'EADDRINUSE') return failure;
  return new Error(`${failure.message} (--port 7500, --port 0)`);
}

function refuse({ message }: Error, code: ExitCode, { complain, colors }: Terminal): ExitCode {
  complain(`${colors.red('error')} ${message}\n`);
  return code;
}

function warn(text: string, { complain, colors }: Terminal): void {
  complain(`${colors.yellow('warning')} ${text}\n`);
}

/** Holds back texts until they are released; later texts pass at once. */
function heldBack(say: (text: string) => void): { say: typeof say; release: () => void } {
  let held: string[] | undefined = [];
  return {
    say: (text) => (held === undefined ? say(text) : void held.push(text)),
    release() {
      for (const text of held ?? []) say(text);
      held = undefined;
    },
  };
}

/**
 * The signals that stop a devnet: what is said about a second one, and the exit code after that.
 */
const STOPS = {
  SIGINT: { hint: '; press Ctrl-C again to stop at once', code: 130 },
  SIGTERM: { hint: '; a second SIGTERM stops at once', code: 143 },
  // The terminal was closed. Shell and system both send this signal, so a second one does not mean
  // impatience.
  SIGHUP: { hint: '', code: undefined },
} as const;

type StopSignal = keyof typeof STOPS;

/** Resolves with the first signal that asks to stop. */
function stopSignal({ complain }: Terminal): Promise<StopSignal> {
  return new Promise((resolve) => {
    let isStopping = false;
    const stop = (signal: StopSignal): void => {
      const { hint, code } = STOPS[signal];
      if (isStopping && code !== undefined) process.exit(code);
      if (!isStopping) complain(`stopping${hint}\n`);
      isStopping = true;
      resolve(signal);
    };
    for (const signal of Object.keys(STOPS) as StopSignal[]) {
      process.on(signal, () => stop(signal));
    }
  });
}

// At its end, the engine aborts if it cannot restore the terminal with which it began.
function leaveTerminal(): void {
  for (const stream of [0, 1, 2]) closeSync(stream);
}
