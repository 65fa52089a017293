import { invariant } from '@quorate/core';
import { closes } from './admin/admin-error.ts';
import { expectKept } from './committee/key-chain.ts';
import { askerOn, type Hosting, type PlacedValidator, type ValidatorsOptions } from './hosting.ts';
import { listen } from './http/listen.ts';
import type { Asker } from './nodes/asker.ts';
import { createBus } from './nodes/bus.ts';
import { hostDurably } from './nodes/local-network.ts';
import { DEFAULT_HOST, DEFAULT_PORT } from './options.ts';
import { validatorPort, validatorRole } from './ports.ts';
import { UP_WITHIN_MILLIS } from './timing/patience.ts';

/** The validators of a devnet, and how they are reached. */
export interface Validators {
  /** In the order of the roster; grows. */
  readonly placed: readonly PlacedValidator[];
  /** Sends requests to them directly, for the servers of this process. */
  readonly asker: Asker;
  /**
   * Hosts another validator, without a seat at first, and records it on the roster.
   *
   * @throws ListenError if it could not get its port, DevnetError if the roster cannot be written,
   * AdminError `SERVICE_UNAVAILABLE` if the devnet is closing, `TIMEOUT` if its process does not
   * come to serve; then it is not hosted
   */
  add(): Promise<PlacedValidator>;
  /** Tells whether a node is a validator that everybody reaches over HTTP. */
  isBeyondHttp(name: string): boolean;
  /** Drops what is on its way to them and from them over HTTP: the network is put back. */
  forget(): void;
  /**
   * Disconnects the validators and aborts those that are starting; the nodes are closed separately.
   */
  close(): Promise<void>;
}

/**
 * Hosts the validators of a devnet: on the bus of the proxy, over HTTP, or in processes.
 *
 * @throws ListenError of a process that could not get its port, AdminError `SERVICE_UNAVAILABLE` if
 * the start is called off; then none is left running
 */
export async function hostValidators(
  given: ValidatorsOptions,
  hostingFor: typeof hostingOf = hostingOf,
): Promise<Validators> {
  const { roster } = given;
  const { signal } = given.options;
  const hosting = await hostingFor(given);
  const placed: PlacedValidator[] = [];
  let isClosed = false;
  let ended: Promise<void> | undefined;
  let placing: Promise<unknown> = Promise.resolve();

  function checkOpen(): void {
    if (isClosed) throw closes();
  }

  function close(): Promise<void> {
    isClosed = true;
    ended ??= hosting.close();
    return ended;
  }

  // A process that hangs never comes up, and it fails only once it is ended.
  const callOff = (): void => void close().catch(() => undefined);

  /**
   * `keep` records them on the roster. A validator that is not on it is gone after a restart, so it
   * is not introduced to anybody before. `within` is how many milliseconds each may take to serve.
   */
  async function placeAll(
    names: readonly string[],
    keep: () => void,
    within?: number,
  ): Promise<readonly PlacedValidator[]> {
    const from = placed.length;
    const started = await Promise.allSettled(
      names.map((name, index) => hosting.place(name, from + index, within)),
    );
    const here = started.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    try {
      checkOpen();
      const failed = started.find((each) => each.status === 'rejected');
      if (failed !== undefined) throw failed.reason;
      keep();
    } catch (failure) {
      // Nothing else knows of those that are up.
      await Promise.all(here.map(giveUp));
      throw failure;
    }
    placed.push(...here);
    for (const each of here) hosting.introduce(each);
    return here;
  }
  signal?.addEventListener('abort', callOff);
  try {
    signal?.throwIfAborted();
    await placeAll(given.network.validatorNames(), roster.keep);
  } catch (failure) {
    await close();
    throw failure;
  } finally {
    signal?.removeEventListener('abort', callOff);
  }
  return {
    placed,
    asker: hosting.asker,
    isBeyondHttp: (name) =>
      placed.some(({ hosted, isBeyondHttp }) => isBeyondHttp && hosted.node.name === name),
    forget: () => hosting.forget(),
    async add() {
      checkOpen();
      const adding = placeAll([roster.next()], roster.add, UP_WITHIN_MILLIS);
      placing = adding.catch(() => undefined);
      const [added] = await adding;
      invariant(added !== undefined, 'one more is hosted');
      return added;
    },
    async close() {
      await close();
      await placing;
    },
  };
}

async function giveUp({ hosted, own }: PlacedValidator): Promise<void> {
  await own?.listener.close();
  await hosted.close();
}

async function hostingOf(given: ValidatorsOptions): Promise<Hosting> {
  if (given.options.processes === true) {
    const { hostingApart } = await import('./remote/hosting-apart.ts');
    return hostingApart(given);
  }
  return given.options.transport === 'http' ? hostingBeyondHttp(given) : hostingNearby(given);
}

function hostingNearby(given: ValidatorsOptions): Hosting {
  const { network, listeners, options, log, roster } = given;
  const { host = DEFAULT_HOST, port = DEFAULT_PORT, ownsProcess, dataDir } = options;
  const owning = ownsProcess === undefined ? {} : { ownsProcess };
  const asker = askerOn(network);
  return {
    asker,
    async place(name, index) {
      const role = validatorRole(name);
      const listener =
        listeners.validators[index] ??
        (await listen({ role, host, port: validatorPort(port, index), log, ...owning }));
      try {
        if (dataDir !== undefined && roster.hadCome(name)) expectKept(dataDir, name);
        const hosted = await hostDurably(network, name);
        return { hosted, url: listener.url, isBeyondHttp: false, own: { listener, hosted } };
      } catch (failure) {
        await listener.close();
        throw failure;
      }
    },
    introduce: () => undefined,
    forget: () => undefined,
    close: () => Promise.resolve(asker.close()),
  };
}

// On a bus of their own, as in a network of several machines.
async function hostingBeyondHttp(given: ValidatorsOptions): Promise<Hosting> {
  const { log, network } = given;
  const bus = createBus((failure) => log.error({ err: failure }, 'a delivery failed'));
  const nearby = hostingNearby({ ...given, network: { ...network, bus } });
  const { createRemotes } = await import('./remote/remotes.ts');
  const remotes = createRemotes(network.bus, (node, failure) =>
    log.debug({ node, err: failure }, 'a message was lost'),
  );
  return {
    ...nearby,
    async place(...given) {
      const placed = await nearby.place(...given);
      return {
        ...placed,
        isBeyondHttp: true,
        ...(placed.own !== undefined && { own: { ...placed.own, era: remotes.era } }),
      };
    },
    introduce: ({ hosted, url }) => remotes.add(hosted.node.name, url),
    forget: () => remotes.forget(),
    async close() {
      await remotes.close();
      await nearby.close();
    },
  };
}
