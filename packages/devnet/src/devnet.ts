import { join } from 'node:path';
import { quorumSize } from '@quorate/core';
import { openCrypto, type Signer } from '@quorate/crypto';
import { type Address, bytesToHex, LIMITS, type NetworkId } from '@quorate/protocol';
import { createControls } from './admin/controls.ts';
import { createJournal } from './admin/journal.ts';
import { createTraces } from './admin/traces.ts';
import { createAsker } from './asker.ts';
import { createHostClock } from './clock.ts';
import { type Founded, foundNetwork, keepNetwork } from './constitution-file.ts';
import { lockData } from './data-lock.ts';
import type { Faults } from './faults/faults.ts';
import { createFaultyBus } from './faults/faulty-bus.ts';
import { buildGenesis, FAUCET } from './genesis.ts';
import { createHoldings, type Holdings } from './holdings.ts';
import { accountNames, secretKeyOf } from './keys.ts';
import {
  type HostedNode,
  type HostedValidator,
  hostClient,
  hostProxy,
  type LocalNetworkOptions,
} from './local-network.ts';
import { type Log, silentLog } from './log.ts';
import {
  checkOptions,
  DEFAULT_HOST,
  DEFAULT_PORT,
  DevnetError,
  type DevnetOptions,
} from './options.ts';
import { hasWalletKey, walletKey } from './pay/wallet-key.ts';
import { bindAll, checkPorts, type Listeners } from './ports.ts';
import { serveAll } from './serve.ts';
import { hostValidators } from './validators.ts';

/** An account that holds tokens from the start. */
export interface DevnetAccount {
  readonly name: string;
  readonly address: Address;
  /** 64 hex digits. Everybody who knows the seed of the devnet has it. */
  readonly secretKey: string;
  /** Least units of the native token, at the start. */
  readonly balance: bigint;
}

/** A validator of a running devnet. */
export interface DevnetValidator {
  readonly name: string;
  readonly address: Address;
  /** URL of its JSON-RPC. */
  readonly rpc: string;
  /** Takes it down where it stands; what its store has is kept. */
  crash(): void;
  /** Brings it up from its store after a crash. */
  start(): void;
}

/** A running devnet. */
export interface Devnet {
  readonly networkId: NetworkId;
  readonly seed: string;
  /** How many validators make a quorum. */
  readonly quorum: number;
  /** URL of the REST interface, up to where `/v1` begins. */
  readonly rest: string;
  /** URL of the proxy's JSON-RPC. */
  readonly proxyRpc: string;
  readonly validators: readonly DevnetValidator[];
  readonly accounts: readonly DevnetAccount[];
  /** Gives what contracts recover from a cross-signature: 20 bytes in hex, with `0x`. */
  evmAddress(): Promise<string>;
  /** Where everything is kept; undefined where nothing is. */
  readonly dataDir: string | undefined;
  /** Counts what is wrong on purpose at present. */
  faults(): number;
  /** Ends what is under way, and resolves once every port and every file is free; once is enough. */
  close(): Promise<void>;
}

/**
 * Starts a devnet; it answers once the promise has resolved.
 *
 * Several may run in one process.
 *
 * @throws DevnetError, ListenError
 */
export async function startDevnet(options: DevnetOptions = {}): Promise<Devnet> {
  checkOptions(options);
  const unlock = lockData(options.dataDir);
  const holdings = createHoldings();
  try {
    const devnet = await start(options, holdings);
    holdings.add(unlock);
    return devnet;
  } catch (failure) {
    // What went wrong first is what the caller has to hear of.
    await holdings.release().catch(() => undefined);
    unlock();
    throw failure;
  }
}

async function start(options: DevnetOptions, holdings: Holdings): Promise<Devnet> {
  const { host = DEFAULT_HOST, port = DEFAULT_PORT } = options;
  const clock = createHostClock();
  const founded = foundNetwork(options, clock.now());
  checkPorts(port, founded.validators);
  const isApart = options.processes === true;
  const listeners = await bindAll({ ...options, host, port }, isApart ? 0 : founded.validators);
  holdings.add(() => Promise.all(listeners.all.map((listener) => listener.close())));
  keepNetwork(options.dataDir, founded);
  const log = options.log ?? silentLog();
  const onFailure = (failure: unknown): void => log.error({ err: failure }, 'a delivery failed');
  const faultyBus = createFaultyBus({ clock, seed: founded.seed, onFailure });
  const network = networkOf({ founded, clock, log, bus: faultyBus.bus, dataDir: options.dataDir });
  const { crypto, signerOf } = network;
  const asker = createAsker({
    transport: network.bus,
    name: 'http',
    timeout: LIMITS.clientTimeoutMillis,
  });
  holdings.add(() => asker.close());
  const committee = await hostValidators({ network, founded, listeners, log, options });
  holdings.add(() => committee.close());
  const validators = committee.hosted;
  const nodes: HostedNode<unknown>[] = [...validators];
  holdings.add(() => Promise.all(nodes.map((node) => node.close())));
  holdings.add(() => clock.stop());
  const proxy = hostProxy(network);
  nodes.push(proxy);
  nodes.push(hostClient(network, FAUCET));
  const controls = createControls({ network, founded, faultyBus, nodes, onFailure });
  const crossSigner = lazily(async () => {
    const { createCrossSigner } = await import('./evm/cross-signer.ts');
    const committees = [network.genesis.committee];
    const secretKey = secretKeyOf(founded.seed, 'evm');
    return createCrossSigner({ secretKey, committees, verifier: crypto.verifier });
  });
  const wallet = lazily(async () => {
    const { openWallet } = await import('./pay/wallet.ts');
    const opened = openWallet(network, asker, keyOfWallet(options.dataDir));
    nodes.push(opened.hosted);
    controls.accountNames.set(opened.wallet.address, opened.hosted.node.name);
    return opened.wallet;
  });
  // One that has sent before may have been cut off in the midst of it.
  if (hasWalletKey(keyPathOf(options.dataDir))) await wallet();
  checkRecovered(nodes, options.dataDir);
  serveAll({
    listeners,
    asker,
    validatorAsker: committee.asker,
    network,
    controls,
    validators,
    proxy,
    host,
    allowHosts: options.allowHosts ?? [],
    token: options.token,
    crossSigner,
    wallet,
    log,
    cooldown: options.faucetCooldown ?? 0,
  });
  return describe({
    hosted: validators,
    faults: controls.faults,
    founded,
    listeners,
    urls: committee.urls,
    signerOf,
    dataDir: options.dataDir,
    evmAddress: async () => (await crossSigner()).address,
    close: () => holdings.release(),
  });
}

interface NetworkGround extends Pick<LocalNetworkOptions, 'clock' | 'bus' | 'dataDir'> {
  readonly founded: Founded;
  readonly log: Log;
}

function networkOf({ founded, log, clock, bus, dataDir }: NetworkGround): LocalNetworkOptions {
  const crypto = openCrypto('trusted');
  const signerOf = (role: string): Signer => crypto.signer(secretKeyOf(founded.seed, role));
  return {
    genesis: buildGenesis(founded, signerOf),
    crypto,
    signerOf,
    bus,
    clock,
    dataDir,
    traces: createTraces(clock.now),
    journal: createJournal(clock.now),
    onFailure: (node, failure) => log.error({ node, err: failure }, 'a node stopped'),
  };
}

/** A node that could not come up from its store would only be missed later. */
function checkRecovered(nodes: readonly HostedNode<unknown>[], dataDir: string | undefined): void {
  for (const { node } of nodes) {
    if (node.status() !== 'failed') continue;
    const message = `${node.name} cannot come up from what ${dataDir} holds; the log says why`;
    throw new DevnetError('UnreadableData', message);
  }
}

/** Nothing of a devnet that keeps nothing lies on the disk, so its wallet has another key each time. */
function keyOfWallet(dataDir: string | undefined): Uint8Array {
  const path = keyPathOf(dataDir);
  return path === undefined
    ? globalThis.crypto.getRandomValues(new Uint8Array(32))
    : walletKey(path);
}

function keyPathOf(dataDir: string | undefined): string | undefined {
  return dataDir === undefined ? undefined : join(dataDir, 'wallet.key');
}

/** Makes something the first time it is asked for, and again the next time where that failed. */
function lazily<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make().catch((failure: unknown) => {
      made = undefined;
      throw failure;
    });
    return made;
  };
}

function describe(parts: {
  readonly hosted: readonly HostedValidator[];
  readonly faults: Faults;
  readonly founded: Founded;
  readonly listeners: Listeners;
  readonly urls: readonly string[];
  readonly signerOf: (role: string) => Signer;
  readonly dataDir: string | undefined;
  readonly evmAddress: () => Promise<string>;
  readonly close: () => Promise<void>;
}): Devnet {
  const { hosted, faults, founded, listeners, urls, signerOf, dataDir, evmAddress, close } = parts;
  const { networkId, seed, accounts, balance } = founded;
  return {
    networkId,
    seed,
    quorum: quorumSize(hosted.length),
    rest: listeners.gateway.url,
    proxyRpc: listeners.proxy.url,
    validators: hosted.map(({ node }, index) => ({
      name: node.name,
      address: signerOf(node.name).address,
      rpc: urls[index] ?? '',
      crash: () => faults.crash(node.name),
      start: () => void faults.start(node.name),
    })),
    accounts: accountNames(accounts).map((name) => ({
      name,
      address: signerOf(name).address,
      secretKey: bytesToHex(secretKeyOf(seed, name)),
      balance,
    })),
    dataDir,
    faults: () => faults.active().length,
    evmAddress,
    close,
  };
}
