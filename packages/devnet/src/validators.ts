import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LIMITS } from '@quorate/protocol';
import { type Asker, createAsker } from './asker.ts';
import { createBus } from './bus.ts';
import type { Founded } from './constitution-file.ts';
import { validatorNames } from './keys.ts';
import { type HostedValidator, hostValidator, type LocalNetworkOptions } from './local-network.ts';
import type { Log } from './log.ts';
import { DEFAULT_HOST, DEFAULT_PORT, type DevnetOptions } from './options.ts';
import { type Listeners, validatorPort } from './ports.ts';

/** The validators of a devnet and how they are reached. */
export interface Validators {
  readonly hosted: readonly HostedValidator[];
  /** The URLs of their JSON-RPC, in order. */
  readonly urls: readonly string[];
  /** Puts questions to them directly, for the servers of this process on their ports. */
  readonly asker: Asker;
  /** Breaks off how they are reached; the nodes are closed on their own. */
  close(): Promise<void>;
}

/** What validators are hosted from. */
export interface ValidatorsOptions {
  readonly network: LocalNetworkOptions;
  readonly founded: Founded;
  /** Without those of validators where each is in a process of its own: these bind themselves. */
  readonly listeners: Listeners;
  readonly log: Log;
  readonly options: DevnetOptions;
}

/**
 * Hosts the validators of a devnet: on the bus of the proxy, beyond HTTP, or in processes.
 *
 * @throws ListenError of a process that could not have its port; none is left then
 */
export function hostValidators(given: ValidatorsOptions): Promise<Validators> {
  if (given.options.processes === true) return hostApart(given);
  return given.options.transport === 'http' ? hostBeyondHttp(given) : hostNearby(given);
}

async function hostNearby({ network, founded, listeners }: ValidatorsOptions): Promise<Validators> {
  const hosted: HostedValidator[] = [];
  try {
    for (const name of validatorNames(founded.validators)) {
      hosted.push(hostValidator(network, name));
    }
  } catch (failure) {
    // Nobody else knows of those before it.
    await Promise.all(hosted.map((each) => each.close()));
    throw failure;
  }
  const asker = askerOn(network);
  return {
    hosted,
    urls: listeners.validators.map(({ url }) => url),
    asker,
    close: () => Promise.resolve(asker.close()),
  };
}

// On a bus of their own, as in a network of several machines.
async function hostBeyondHttp(given: ValidatorsOptions): Promise<Validators> {
  const { log, network } = given;
  const bus = createBus((failure) => log.error({ err: failure }, 'a delivery failed'));
  const nearby = await hostNearby({ ...given, network: { ...network, bus } });
  const closeRemotes = await attachRemotes(given, nearby.urls);
  return {
    ...nearby,
    async close() {
      await closeRemotes();
      await nearby.close();
    },
  };
}

async function hostApart(given: ValidatorsOptions): Promise<Validators> {
  const { network, founded, options, log } = given;
  const { startValidatorProcess } = await import('./remote/validator-process.ts');
  const { host = DEFAULT_HOST, port = DEFAULT_PORT } = options;
  // A process that is killed forgets its memory, and that must not be amnesia.
  const temporary =
    options.dataDir === undefined ? await mkdtemp(join(tmpdir(), 'quorate-')) : undefined;
  const dataDir = temporary ?? options.dataDir ?? '';
  const forget = async (): Promise<void> => {
    if (temporary !== undefined) await rm(temporary, { recursive: true, force: true });
  };
  const started = await Promise.allSettled(
    validatorNames(founded.validators).map((name, index) =>
      startValidatorProcess({
        start: {
          founded,
          name,
          host,
          allowHosts: options.allowHosts ?? [],
          port: validatorPort(port, index),
          dataDir,
          isTemporary: temporary !== undefined,
        },
        onNoted: (noted) => network.traces.note(name, noted),
        onTrouble: (text) => log.error({ node: name, err: text }, 'a validator is in trouble'),
      }),
    ),
  );
  const hosted = started.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  const failed = started.find((each) => each.status === 'rejected');
  if (failed !== undefined) {
    await Promise.all(hosted.map((each) => each.close()));
    await forget();
    throw failed.reason;
  }
  const urls = hosted.map(({ url }) => url);
  const asker = askerOn(network);
  const closeRemotes = await attachRemotes(given, urls);
  return {
    hosted,
    urls,
    asker,
    async close() {
      asker.close();
      await closeRemotes();
      await Promise.all(hosted.map((each) => each.close()));
      await forget();
    },
  };
}

/** Lets the proxy reach validators over HTTP; gives what breaks that off. */
async function attachRemotes(
  { network, founded, log }: ValidatorsOptions,
  urls: readonly string[],
): Promise<() => Promise<void>> {
  const { attachRemote } = await import('./remote/remote-validator.ts');
  const remotes = validatorNames(founded.validators).map((name, index) =>
    attachRemote({
      transport: network.bus,
      name,
      url: urls[index] ?? '',
      onLost: (failure) => log.debug({ node: name, err: failure }, 'a message was lost'),
    }),
  );
  return async () => {
    await Promise.all(remotes.map((remote) => remote.close()));
  };
}

function askerOn({ bus }: LocalNetworkOptions): Asker {
  const timeout = LIMITS.clientTimeoutMillis;
  return createAsker({ transport: bus, name: 'http-validators', timeout });
}
