import { nodeNamesOf, quorumSize } from '@quorate/core';
import { type Address, bytesToHex, type NetworkId } from '@quorate/protocol';
import { ADMIN } from './admin/admin-prefix.ts';
import { type Controls, createControls } from './admin/controls.ts';
import { orRefusal } from './admin/refusal.ts';
import { openReturns, resetAgain } from './admin/returns.ts';
import { unlessClosed } from './admin/unless-closed.ts';
import type { WaitConditions } from './admin/wait-conditions.ts';
import { waitForGiven } from './admin/wait-given.ts';
import { createSeating, type Seating } from './committee/seating.ts';
import { type Founded, foundNetwork, keepNetwork } from './data/constitution-file.ts';
import { lockData } from './data/data-lock.ts';
import { noteLost, troubleOf } from './data/node-store.ts';
import { openRoster } from './data/roster.ts';
import type { DataFindings } from './db/check-stores.ts';
import { type EventReading, eventsOf } from './events/chronicle.ts';
import type { DevnetEvent } from './events/event.ts';
import { lazyCrossSigner } from './evm/lazy-cross-signer.ts';
import { createFarewell } from './farewell.ts';
import type { BegunFault, GivenFault } from './faults/chaos.ts';
import { checkedName } from './faults/fault-shape.ts';
import { beginFirst } from './faults/first-faults.ts';
import { beginGiven, begunFault, endGiven } from './faults/given-faults.ts';
import { FAUCET, type PublicToken, publicTokens } from './genesis.ts';
import { createHoldings, type Holdings } from './holdings.ts';
import type { PlacedValidator } from './hosting.ts';
import { inJson } from './in-json.ts';
import { accountNames, PROXY, secretKeyOf } from './keys.ts';
import { silentLog } from './log.ts';
import { adoptionInto, askersOver } from './nodes/callers.ts';
import type { HostedNode, LocalNetworkOptions } from './nodes/host-node.ts';
import { hostClient, hostProxy } from './nodes/local-network.ts';
import { networkOf, type OwnNetwork } from './nodes/network-of.ts';
import {
  checkOptions,
  DEFAULT_HOST,
  DEFAULT_PORT,
  DevnetError,
  type DevnetOptions,
  inPlace,
} from './options.ts';
import { openKeptWallet } from './pay/kept-wallet.ts';
import { WALLET } from './pay/wallet.ts';
import { hasWalletKey, walletKeyPath } from './pay/wallet-key.ts';
import { bindAll, checkPorts, type Listeners } from './ports.ts';
import { serveAll } from './serve.ts';
import { createHostClock } from './timing/clock.ts';
import { lazily } from './timing/lazily.ts';
import { loadSoon } from './timing/put-off.ts';
import { hostValidators } from './validators.ts';

/** An account that holds tokens from the start; JSON has its balance as decimal text. */
export interface DevnetAccount {
  readonly name: string;
  readonly address: Address;
  /** 64 hex digits. Anybody who knows the seed of the devnet can derive it. */
  readonly secretKey: string;
  /** The balance at genesis, in least units of the native token. */
  readonly balance: bigint;
}

/** A validator of a running devnet. */
export interface DevnetValidator {
  readonly name: string;
  /** Its key in the last epoch in which it serves or has served. */
  readonly address: Address;
  /** The URL of its JSON-RPC interface. */
  readonly rpc: string;
  /** Crashes it: what it holds in memory is lost, its store is kept. */
  crash(): void;
  /**
   * Restarts it from its store after a crash, and resolves once it serves.
   *
   * @throws AdminError if it does not come up, or not in time; the log contains the reason too
   */
  start(): Promise<void>;
}

/** A running devnet; JSON has what is no function, and bigints as decimal text. */
export interface Devnet {
  readonly networkId: NetworkId;
  readonly seed: string;
  /** In nanoseconds since the Unix epoch; no two networks of one seed have the same. */
  readonly genesisTimeNanos: bigint;
  /** The quorum of the current committee. */
  readonly quorum: number;
  /** The names of the members of the current committee, in order. */
  readonly committee: readonly string[];
  /** The base URL of the REST interface, before `/v1`. */
  readonly rest: string;
  /** The URL of the proxy's JSON-RPC interface. */
  readonly proxyRpc: string;
  /** The URL of the admin interface; a request for this URL lists its routes. */
  readonly admin: string;
  /** All validators, including those without a seat in the current committee. */
  readonly validators: readonly DevnetValidator[];
  readonly accounts: readonly DevnetAccount[];
  /** Tokens of the genesis besides the native one; every account and the faucet hold them. */
  readonly tokens: readonly PublicToken[];
  /** Gives the address that contracts recover from a cross-signature: `0x` and 40 hex digits. */
  evmAddress(): Promise<string>;
  /** The folder with all data; undefined if nothing is kept after the devnet has ended. */
  readonly dataDir: string | undefined;
  /** The faults that are in effect at present, each with its `id` and as it was stated. */
  faults(): readonly BegunFault[];
  /**
   * Begins a fault, stated as in `POST /faults` of the admin interface; resolves once it is in
   * effect. It ends when it is healed, or after the time that it names.
   *
   * @throws AdminError with the same codes as the admin interface; so do `heal` and `wait`
   */
  fault(stated: GivenFault): Promise<BegunFault>;
  /**
   * Ends the fault with this id, or all faults if none is given; resolves once the nodes that they
   * took down are up.
   *
   * @throws AdminError `NOT_FOUND` if no fault with this id is in effect
   */
  heal(id?: string): Promise<void>;
  /**
   * Resolves once the current committee has settled a transaction, or nothing has been signed or
   * settled for some time.
   *
   * @throws AdminError `TIMEOUT` saying what is missing, if that is not so in time
   */
  wait(conditions: WaitConditions): Promise<void>;
  /**
   * Keeps what all nodes hold, under a name that `restore` accepts.
   *
   * @throws AdminError with the same codes as the admin interface; so do `restore` and `reset`
   */
  snapshot(name: string): Promise<void>;
  /** Puts the whole network back to the state of a snapshot. @throws AdminError */
  restore(name: string): Promise<void>;
  /** Puts the whole network back to its genesis; snapshots are kept. @throws AdminError */
  reset(): Promise<void>;
  /**
   * Verifies every certificate that the nodes hold at this moment, replays every history, and
   * compares the validators with each other, as `quorate db check` does with data on disk.
   *
   * @throws AdminError `NODE_DOWN` if a validator has no process, `TIMEOUT` if one does not answer,
   * `SERVICE_UNAVAILABLE` if the devnet closes first
   */
  check(): Promise<DataFindings>;
  /**
   * Gives what happens from now on, in order, until the devnet has closed or the loop is left; with
   * `last`, first so many of the latest events. A loop that falls far behind is told what it has
   * missed by an event of the kind `missed`.
   */
  events(reading?: EventReading): AsyncIterableIterator<DevnetEvent>;
  /** Stops it, and resolves once every port and file is released; more calls have no effect. */
  close(): Promise<void>;
  /** Closes the devnet at the end of a block: `await using devnet = await startDevnet()`. */
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Starts a devnet, which serves requests once the promise has resolved. Several may run in one
 * process.
 *
 * @throws DevnetError if the options or the data folder do not allow it to start
 * @throws ListenError if a port cannot be bound
 */
export async function startDevnet(given: DevnetOptions = {}): Promise<Devnet> {
  checkOptions(given);
  const options = inPlace(given);
  const { signal } = options;
  signal?.throwIfAborted();
  const unlock = lockData(options.dataDir);
  const holdings = createHoldings();
  try {
    const devnet = await start(options, holdings);
    signal?.throwIfAborted();
    if (options.ownsProcess === true) holdings.add(loadSoon());
    holdings.add(unlock);
    return devnet;
  } catch (failure) {
    // The caller has to get the first failure, not one of the clean-up.
    await holdings.release().catch(() => undefined);
    unlock();
    signal?.throwIfAborted();
    throw failure;
  }
}

async function start(options: DevnetOptions, holdings: Holdings): Promise<Devnet> {
  const { host = DEFAULT_HOST, port = DEFAULT_PORT, dataDir, prune, log = silentLog() } = options;
  const clock = createHostClock();
  const founded = foundNetwork(options, clock.now());
  const roster = openRoster(options.dataDir, founded.validators);
  const returns = openReturns(dataDir);
  const { names: validatorNames } = roster;
  const listeners = await bindFor({ ...options, host, port }, validatorNames().length);
  const { closing, askers, giveUp } = createFarewell();
  const own = networkOf({ founded, clock, log, dataDir, prune, validatorNames });
  const { network, faultyBus, reporter } = own;
  holdings.add(() => closeServers(listeners, own, giveUp));
  keepNetwork(options.dataDir, founded);
  const callers = askersOver(faultyBus.bus, { askers });
  holdings.add(giveUp);
  const validators = await hostValidators({ network, founded, roster, listeners, log, options });
  askers.push(validators.asker);
  // If the devnet closed during a return, some nodes would be put back and others not.
  holdings.add(() => returns.end().then(() => validators.close()));
  const { placed } = validators;
  const nodes: HostedNode<unknown>[] = placed.map(({ hosted }) => hosted);
  holdings.add(() => Promise.all(nodes.map((node) => node.close())));
  holdings.add(() => clock.stop());
  if (roster.hadAllCome) noteLost(options.dataDir, clientsOf(options.dataDir), log);
  const adopt = adoptionInto(nodes, callers);
  const proxy = adopt(hostProxy(network, options.proxyDeadline));
  const faucet = adopt(hostClient(network, FAUCET));
  const controls = createControls({ ...own, founded, validators, nodes, returns, log, closing });
  const committees = () => seating.committees();
  const crossSigner = lazyCrossSigner(network, { proxy, asker: callers.asker, committees });
  const wallet = lazily(async () => {
    const { hosted, wallet: opened } = await openKeptWallet(network, { ...callers, faucet });
    controls.accountNames.set(opened.address, adopt(hosted).node.name);
    return opened;
  });
  // A wallet that has sent before may have been interrupted, so it starts at once.
  if (hasWalletKey(walletKeyPath(options.dataDir))) await wallet();
  checkRecovered(nodes, options.dataDir, own.stopped);
  if (returns.wasCutOff) await resetAgain(controls.snapshots.reset, log);
  const seating = createSeating({
    placed,
    first: network.genesis.committee,
    inTurn: controls.snapshots.inTurn,
    async host() {
      checkPorts(port, roster.names().length + 1);
      const added = await validators.add();
      holdings.add(() => added.own?.listener.close(giveUp));
      nodes.push(added.hosted);
      servePlaced(added);
      reporter.onDone('hosted', { node: added.hosted.node.name });
      return added;
    },
  });
  const servePlaced = serveAll({
    listeners,
    ...callers,
    validatorAsker: validators.asker,
    network,
    controls,
    validators: placed,
    seating,
    proxy,
    faucet,
    host,
    allowHosts: options.allowHosts ?? [],
    token: options.token,
    crossSigner,
    wallet,
    log,
    closing,
    cooldown: options.faucetCooldown ?? 0,
  });
  await beginFirst(controls, options);
  return describe(
    { placed, seating, controls, founded, listeners, network, closing },
    { evmAddress: async () => (await crossSigner()).address, close: () => holdings.release() },
  );
}

async function closeServers(
  { all }: Listeners,
  { chronicle }: Pick<OwnNetwork, 'chronicle'>,
  giveUp: () => void,
): Promise<void> {
  // Its readers would keep the servers from closing.
  chronicle.close();
  await Promise.all(all.map((listener) => listener.close(giveUp)));
}

/** Binds the ports of a devnet; validators in processes of their own bind theirs themselves. */
function bindFor(options: Bound, validators: number): Promise<Listeners> {
  checkPorts(options.port, validators);
  return bindAll(options, options.processes === true ? 0 : validators);
}

type Bound = DevnetOptions & Required<Pick<DevnetOptions, 'host' | 'port'>>;

/** Fails at once if a node could not come up from its store; it would be missed only later. */
function checkRecovered(
  nodes: readonly HostedNode<unknown>[],
  dataDir: string | undefined,
  stopped: ReadonlyMap<string, unknown>,
): void {
  for (const { node } of nodes) {
    if (node.status() !== 'failed') continue;
    const cause = stopped.get(node.name);
    const reason = cause instanceof Error ? cause.message : 'the log says why';
    const message = `${node.name} cannot come up from what ${dataDir} holds: ${reason}`;
    throw new DevnetError(troubleOf(cause)?.code ?? 'UnreadableData', message, { cause });
  }
}

/** The nodes besides validators that have stores once a devnet has run. */
function clientsOf(dataDir: string | undefined): readonly string[] {
  return [PROXY, FAUCET, ...(hasWalletKey(walletKeyPath(dataDir)) ? [WALLET] : [])];
}

interface Parts {
  readonly placed: readonly PlacedValidator[];
  readonly seating: Seating;
  readonly controls: Controls;
  readonly founded: Founded;
  readonly listeners: Listeners;
  readonly network: LocalNetworkOptions;
  readonly closing: AbortSignal;
}

function describe(
  { placed, seating, controls, founded, listeners, network, closing }: Parts,
  { evmAddress, close }: Pick<Devnet, 'evmAddress' | 'close'>,
): Devnet {
  const { signerOf, dataDir, traces } = network;
  const { networkId, seed, genesisTimeNanos, accounts, balance } = founded;
  const { check, faults, snapshots } = controls;
  const untilClosed = <T>(act: () => Promise<T>) => orRefusal(unlessClosed(act, closing));
  return inJson({
    networkId,
    seed,
    genesisTimeNanos,
    get quorum() {
      return quorumSize(seating.running().members.length);
    },
    get committee() {
      return nodeNamesOf(seating.running().members);
    },
    rest: listeners.gateway.url,
    proxyRpc: listeners.proxy.url,
    admin: `${listeners.gateway.url}${ADMIN}`,
    get validators() {
      return placed.map(({ hosted: { node, standing }, url }) => ({
        name: node.name,
        address: standing()?.seat ?? signerOf(node.name).address,
        rpc: url,
        crash: () => faults.crash(node.name),
        start() {
          const started = faults.start(node.name);
          // Handled here, so that the caller need not wait for it.
          started.catch((failure: unknown) => network.onFailure(node.name, failure));
          return started;
        },
      }));
    },
    accounts: accountNames(accounts).map((name) =>
      inJson({
        name,
        address: signerOf(name).address,
        secretKey: bytesToHex(secretKeyOf(seed, name)),
        balance,
      }),
    ),
    tokens: publicTokens(founded),
    dataDir,
    faults: () => faults.active().map(begunFault),
    fault: async (stated) =>
      begunFault(await untilClosed(() => beginGiven(controls, stated, 'the fault'))),
    async heal(id) {
      await untilClosed(() => endGiven(controls, id));
    },
    wait(conditions) {
      // A caller in this process does not go before the devnet does.
      const { signal: gone } = new AbortController();
      const ground = { validators: placed, traces, seating, closing, gone };
      return untilClosed(() => waitForGiven(ground, conditions, 'the wait'));
    },
    snapshot: async (name) => orRefusal(snapshots.take(checkedName(name))),
    restore: (name) => orRefusal(snapshots.restore(name)),
    reset: () => orRefusal(snapshots.reset()),
    check: () => orRefusal(check()),
    events: (reading) => eventsOf(controls.chronicle, reading),
    evmAddress,
    close,
    [Symbol.asyncDispose]: close,
  });
}
