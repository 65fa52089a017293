import { join } from 'node:path';
import {
  type Clock,
  createClientNode,
  createProxyNode,
  createValidatorNode,
  type Node,
} from '@quorate/actors';
import {
  CLIENT_TIMINGS,
  type ClientState,
  type Genesis,
  type Message,
  type ProxyState,
  type ValidatorState,
} from '@quorate/core';
import type { CryptoSuite, Signer } from '@quorate/crypto';
import { createMemoryStore, type Store } from '@quorate/storage';
import { openLmdbStore } from '@quorate/storage/lmdb';
import type { NodeName, Transport } from '@quorate/transport';
import { type Activity, createActivity } from './ops/activity.ts';

/** What the nodes of one process are built from. */
export interface LocalNetworkOptions {
  readonly genesis: Genesis;
  readonly crypto: CryptoSuite;
  /** Gives the keys of a role. */
  readonly signerOf: (role: string) => Signer;
  readonly bus: Transport<Message>;
  readonly clock: Clock;
  /** Where nodes keep what they must not forget; undefined keeps nothing beyond the process. */
  readonly dataDir: string | undefined;
  /** Hears why a node stopped: a disk that fails, or a bug of ours. */
  readonly onFailure: (node: NodeName, failure: unknown) => void;
}

/** A node together with its store. */
export interface HostedNode<S> {
  readonly node: Node<S>;
  /** Takes the node down and resolves once its store has given up its files. */
  close(): Promise<void>;
}

/** The name of the one proxy. */
export const PROXY = 'p1';

/** A validator together with what it has done. */
export interface HostedValidator
  extends HostedNode<ValidatorState>,
    Pick<Activity, 'performance'> {}

/** Hosts a validator. */
export function hostValidator(options: LocalNetworkOptions, name: string): HostedValidator {
  const { observe, performance } = createActivity(options.clock.now);
  const hosted = host(options, name, (surroundings) =>
    createValidatorNode({ ...surroundings, genesis: options.genesis, onStep: observe }),
  );
  return { ...hosted, performance };
}

/** Hosts the proxy. */
export function hostProxy(options: LocalNetworkOptions): HostedNode<ProxyState> {
  return host(options, PROXY, (surroundings) =>
    createProxyNode({ ...surroundings, committee: options.genesis.committee }),
  );
}

/** Hosts a client that sends for an account: the faucet, or the wallet. */
export function hostClient(
  options: LocalNetworkOptions,
  name: string,
  signer: Signer = options.signerOf(name),
): HostedNode<ClientState> {
  const { networkId, committee } = options.genesis;
  return host(options, name, (surroundings) =>
    createClientNode({
      ...surroundings,
      signer,
      fresh: {
        networkId,
        committee,
        proxy: PROXY,
        timings: CLIENT_TIMINGS,
        nextNonce: 0n,
        inFlight: undefined,
        queue: [],
      },
    }),
  );
}

type Surroundings = ReturnType<typeof surroundingsOf>;

function host<S>(
  options: LocalNetworkOptions,
  name: string,
  create: (surroundings: Surroundings) => Node<S>,
): HostedNode<S> {
  const { store, release } = openStore(options.dataDir, name);
  const node = create(surroundingsOf(options, name, store));
  node.start();
  return {
    node,
    close() {
      node.crash();
      return release();
    },
  };
}

function surroundingsOf(options: LocalNetworkOptions, name: string, store: Store<unknown>) {
  const { crypto, signerOf, bus, clock, onFailure } = options;
  return {
    name,
    ports: { store, transport: bus, clock },
    signer: signerOf(name),
    verifier: crypto.verifier,
    onFailure: (failure: unknown) => onFailure(name, failure),
  };
}

interface OpenStore {
  readonly store: Store<unknown>;
  readonly release: () => Promise<void>;
}

function openStore(dataDir: string | undefined, name: string): OpenStore {
  if (dataDir === undefined) {
    const store = createMemoryStore<unknown>();
    return { store, release: () => Promise.resolve(store.close()) };
  }
  const store = openLmdbStore<unknown>({ path: join(dataDir, name) });
  return {
    store,
    release() {
      store.close();
      return store.closed;
    },
  };
}
