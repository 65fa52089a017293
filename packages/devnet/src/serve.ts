import { invariant } from '@quorate/core';
import { createAdminApp } from './admin/admin-app.ts';
import { createSnapshots } from './admin/snapshots.ts';
import type { Asker } from './asker.ts';
import { createDocsApp } from './docs/docs-app.ts';
import type { CrossSigner } from './evm/cross-signer.ts';
import { createFaucet } from './faucet.ts';
import { createGateway } from './http/gateway.ts';
import { createGuard, isLoopback } from './http/guard.ts';
import type { Listener } from './http/listen.ts';
import { createPrivateGuard } from './http/private-guard.ts';
import { createRestApp } from './http/rest/rest-app.ts';
import { createRpcApp } from './http/rpc-app.ts';
import {
  type HostedNode,
  type HostedValidator,
  type LocalNetworkOptions,
  PROXY,
} from './local-network.ts';
import type { Log } from './log.ts';
import { createOpsApp } from './ops/ops-app.ts';
import { createPayApp } from './pay/pay-app.ts';
import type { Wallet } from './pay/send.ts';
import type { Listeners } from './ports.ts';
import { discoverable } from './rpc/discover.ts';
import type { RpcMethods } from './rpc/json-rpc.ts';
import { proxyMethods } from './rpc/proxy-methods.ts';
import { validatorMethods } from './rpc/validator-methods.ts';
import { version } from './version.ts';

/** Bytes of a request's body at most: room for a batch of the largest transactions in JSON. */
const BODY_MAX = 4 * 1024 * 1024;

/** What the servers of a devnet serve. */
export interface Serving {
  readonly listeners: Listeners;
  readonly asker: Asker;
  readonly validators: readonly HostedValidator[];
  readonly proxy: HostedNode<unknown>;
  readonly network: LocalNetworkOptions;
  /** Validators, proxy and clients; the list grows with the wallet. */
  readonly nodes: readonly HostedNode<unknown>[];
  /** The address that the servers are bound to. */
  readonly host: string;
  /** Undefined where none was set. */
  readonly token: string | undefined;
  readonly crossSigner: () => Promise<CrossSigner>;
  readonly wallet: () => Promise<Wallet>;
  readonly log: Log;
  /** Milliseconds between two drips of one token to one recipient. */
  readonly cooldown: number;
}

/** Has every server of a devnet answer. */
export function serveAll(serving: Serving): void {
  const { listeners, asker, network, validators, proxy, crossSigner, wallet, log } = serving;
  const { host, token, nodes } = serving;
  const { verifier } = network.crypto;
  const rest = listeners.gateway.url;
  const now = () => performance.now();
  const guard = createGuard({ host, bodyMax: BODY_MAX, now });
  const privateGuard = createPrivateGuard({ host, token, origins: [rest] });
  const onUnforeseen = (failure: unknown): void =>
    log.error({ err: failure }, 'a request failed for a reason nobody foresaw');
  const serveRpc = (listener: Listener, own: RpcMethods): void => {
    const methods = discoverable(listener.role, own);
    listener.serve(createRpcApp({ methods, guard, onUnforeseen }).fetch);
  };
  // Bound elsewhere, tokens are for whoever is in reach: somebody has to have wanted that.
  const isFaucetOn = isLoopback(host) || token !== undefined;
  const faucet = isFaucetOn ? createFaucet({ asker, now, cooldown: serving.cooldown }) : undefined;
  for (const [index, listener] of listeners.validators.entries()) {
    const hosted = validators[index];
    invariant(hosted !== undefined, `${listener.role} has a port and no node`);
    const { node, performance } = hosted;
    const ground = { asker, node: node.name, verifier, performance, version };
    serveRpc(listener, validatorMethods(ground));
  }
  const methods = proxyMethods({ asker, node: PROXY, verifier, crossSigner, faucet });
  serveRpc(listeners.proxy, methods);
  listeners.gateway.serve(
    createGateway({
      guard,
      rest: createRestApp({ asker, proxy: PROXY, faucet, onUnforeseen }),
      admin: createAdminApp({
        guard: privateGuard,
        onUnforeseen,
        committee: network.genesis.committee,
        validators,
        traces: network.traces,
        journal: network.journal,
        snapshots: createSnapshots(nodes),
        now: network.clock.now,
      }),
      docs: createDocsApp({ url: rest, proxyMethods: Object.keys(methods) }),
      ops: createOpsApp({
        sources: validators.map(({ node, performance }) => ({
          validator: node.name,
          performance,
          isActive: () => node.status() === 'active',
        })),
        isProxyActive: () => proxy.node.status() === 'active',
      }),
      pay: createPayApp({ asker, wallet, rest, guard: privateGuard, onUnforeseen }),
    }).fetch,
  );
}
