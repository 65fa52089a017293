import { join } from 'node:path';
import { quorumSize } from '@quorate/core';
import { openCrypto, type Signer } from '@quorate/crypto';
import { type Address, bytesToHex, LIMITS, type NetworkId } from '@quorate/protocol';
import { createJournal } from './admin/journal.ts';
import { createTraces } from './admin/traces.ts';
import { createAsker } from './asker.ts';
import { createBus } from './bus.ts';
import { createHostClock } from './clock.ts';
import { type Founded, foundNetwork } from './constitution-file.ts';
import { buildGenesis, FAUCET } from './genesis.ts';
import { accountNames, secretKeyOf, validatorNames } from './keys.ts';
import {
  type HostedNode,
  type HostedValidator,
  hostClient,
  hostProxy,
  hostValidator,
  type LocalNetworkOptions,
} from './local-network.ts';
import { silentLog } from './log.ts';
import { checkOptions, DEFAULT_HOST, DEFAULT_PORT, type DevnetOptions } from './options.ts';
import { walletKey } from './pay/wallet-key.ts';
import { bindAll, type Listeners } from './ports.ts';
import { serveAll } from './serve.ts';

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
  /** Ends what is under way, and resolves once every port and every file is free. */
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
  const { host = DEFAULT_HOST, port = DEFAULT_PORT } = options;
  const clock = createHostClock();
  const founded = foundNetwork(options, clock.now());
  const listeners = await bindAll(host, port, founded.validators);
  const crypto = openCrypto('trusted');
  const signerOf = (role: string): Signer => crypto.signer(secretKeyOf(founded.seed, role));
  const log = options.log ?? silentLog();
  const network: LocalNetworkOptions = {
    genesis: buildGenesis(founded, signerOf),
    crypto,
    signerOf,
    bus: createBus((failure) => log.error({ err: failure }, 'a delivery failed')),
    clock,
    dataDir: options.dataDir,
    traces: createTraces(clock.now),
    journal: createJournal(clock.now),
    onFailure: (node, failure) => log.error({ node, err: failure }, 'a node stopped'),
  };
  const validators = validatorNames(founded.validators).map((name) => hostValidator(network, name));
  const proxy = hostProxy(network);
  const nodes: HostedNode<unknown>[] = [...validators, proxy, hostClient(network, FAUCET)];
  const asker = createAsker({
    transport: network.bus,
    name: 'http',
    timeout: LIMITS.clientTimeoutMillis,
  });
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
    return opened.wallet;
  });
  serveAll({
    listeners,
    asker,
    network,
    nodes,
    validators,
    proxy,
    host,
    token: options.token,
    crossSigner,
    wallet,
    log,
    cooldown: options.faucetCooldown ?? 0,
  });
  return describe({
    hosted: validators,
    founded,
    listeners,
    signerOf,
    dataDir: options.dataDir,
    evmAddress: async () => (await crossSigner()).address,
    close: async () => {
      await Promise.all(listeners.all.map((listener) => listener.close()));
      asker.close();
      await Promise.all(nodes.map((node) => node.close()));
    },
  });
}

/** Nothing of a devnet that keeps nothing lies on the disk, so its wallet has another key each time. */
function keyOfWallet(dataDir: string | undefined): Uint8Array {
  return dataDir === undefined
    ? globalThis.crypto.getRandomValues(new Uint8Array(32))
    : walletKey(join(dataDir, 'wallet.key'));
}

/** Makes something the first time it is asked for. */
function lazily<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

function describe(parts: {
  readonly hosted: readonly HostedValidator[];
  readonly founded: Founded;
  readonly listeners: Listeners;
  readonly signerOf: (role: string) => Signer;
  readonly dataDir: string | undefined;
  readonly evmAddress: () => Promise<string>;
  readonly close: () => Promise<void>;
}): Devnet {
  const { hosted, founded, listeners, signerOf, dataDir, evmAddress, close } = parts;
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
      rpc: listeners.validators[index]?.url ?? '',
      crash: () => node.crash(),
      start: () => node.start(),
    })),
    accounts: accountNames(accounts).map((name) => ({
      name,
      address: signerOf(name).address,
      secretKey: bytesToHex(secretKeyOf(seed, name)),
      balance,
    })),
    dataDir,
    evmAddress,
    close,
  };
}
