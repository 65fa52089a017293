import { invariant } from '@quorate/core';
import type { Asker } from './asker.ts';
import { createBus } from './bus.ts';
import { askerOn, type Hosting, type PlacedValidator, type ValidatorsOptions } from './hosting.ts';
import { listen } from './http/listen.ts';
import { hostDurably } from './local-network.ts';
import { expectStore } from './node-store.ts';
import { DEFAULT_HOST, DEFAULT_PORT } from './options.ts';
import { validatorPort, validatorRole } from './ports.ts';

/** The validators of a devnet and how they are reached. */
export interface Validators {
  /** In the order of the roster; grows. */
  readonly placed: readonly PlacedValidator[];
  /** Puts questions to them directly, for the servers of this process on their ports. */
  readonly asker: Asker;
  /**
   * Hosts one more, that has no seat yet.
   *
   * @throws ListenError where it could not have its port
   */
  add(name: string): Promise<PlacedValidator>;
  /** Breaks off how they are reached; the nodes are closed on their own. */
  close(): Promise<void>;
}

/**
 * Hosts the validators of a devnet: on the bus of the proxy, beyond HTTP, or in processes.
 *
 * @throws ListenError of a process that could not have its port; none is left then
 */
export async function hostValidators(given: ValidatorsOptions): Promise<Validators> {
  const hosting = await hostingOf(given);
  const placed: PlacedValidator[] = [];
  async function placeAll(names: readonly string[]): Promise<readonly PlacedValidator[]> {
    const from = placed.length;
    const started = await Promise.allSettled(
      names.map((name, index) => hosting.place(name, from + index)),
    );
    const here = started.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    const failed = started.find((each) => each.status === 'rejected');
    if (failed !== undefined) {
      // Nobody else knows of those that are up.
      await Promise.all(here.map(({ hosted }) => hosted.close()));
      throw failed.reason;
    }
    placed.push(...here);
    for (const each of here) hosting.introduce(each);
    return here;
  }
  try {
    await placeAll(given.network.validatorNames());
    given.roster.keep();
  } catch (failure) {
    await Promise.all(placed.map(({ hosted }) => hosted.close()));
    await hosting.close();
    throw failure;
  }
  return {
    placed,
    asker: hosting.asker,
    async add(name) {
      const [added] = await placeAll([name]);
      invariant(added !== undefined, `${name} is hosted`);
      return added;
    },
    close: () => hosting.close(),
  };
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
        if (dataDir !== undefined && roster.hadCome(name)) expectStore(dataDir, name);
        const hosted = await hostDurably(network, name);
        return { hosted, url: listener.url, own: { listener, hosted } };
      } catch (failure) {
        await listener.close();
        throw failure;
      }
    },
    introduce: () => undefined,
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
    introduce: ({ hosted, url }) => remotes.add(hosted.node.name, url),
    async close() {
      await remotes.close();
      await nearby.close();
    },
  };
}
