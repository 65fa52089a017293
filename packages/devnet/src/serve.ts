import { createAdminApp } from './admin/admin-app.ts';
import type { Controls } from './admin/controls.ts';
import type { Seating } from './committee/seating.ts';
import { createDocsApp } from './docs/docs-app.ts';
import type { CrossSigner } from './evm/cross-signer.ts';
import { createFaucet } from './faucet/faucet.ts';
import type { PlacedValidator } from './hosting.ts';
import { createExplorerApp } from './http/explorer/explorer-app.ts';
import { createGateway } from './http/gateway.ts';
import { createGuard } from './http/guard.ts';
import { createPrivateGuard, createTokenCheck } from './http/private-guard.ts';
import { createRestApp } from './http/rest/rest-app.ts';
import { createRpcApp } from './http/rpc-app.ts';
import { PROXY } from './keys.ts';
import type { Log } from './log.ts';
import type { Asker } from './nodes/asker.ts';
import type { HostedNode, LocalNetworkOptions } from './nodes/host-node.ts';
import type { HostedClient } from './nodes/local-network.ts';
import { createOpsApp } from './ops/ops-app.ts';
import { createPayApp } from './pay/pay-app.ts';
import type { Wallet } from './pay/send.ts';
import type { Listeners } from './ports.ts';
import { discoverable } from './rpc/discover.ts';
import { proxyMethods } from './rpc/proxy-methods.ts';
import { BODY_MAX, isActive, serveValidator } from './serve-validator.ts';

/** What the servers of a devnet serve. */
export interface Serving {
  readonly listeners: Listeners;
  /** Reaches the proxy and the clients of this process. */
  readonly asker: Asker;
  /** Does the same for callers over JSON-RPC. */
  readonly rpcAsker: Asker;
  /** Reaches the validators of this process. */
  readonly validatorAsker: Asker;
  /** May grow; `serveAll` returns the function that serves those added later. */
  readonly validators: readonly PlacedValidator[];
  readonly seating: Seating;
  readonly proxy: HostedNode<unknown>;
  /** The client that hands out tokens. */
  readonly faucet: HostedClient;
  readonly network: LocalNetworkOptions;
  readonly controls: Controls;
  /** The address that the servers are bound to. */
  readonly host: string;
  /** Further names by which callers may reach them. */
  readonly allowHosts: readonly string[];
  /** Undefined if none was set. */
  readonly token: string | undefined;
  readonly crossSigner: () => Promise<CrossSigner>;
  readonly wallet: () => Promise<Wallet>;
  readonly log: Log;
  /** Aborted once the requests under way have had their time. */
  readonly closing: AbortSignal;
  /** The least time, in milliseconds, between two drips of one token to one recipient. */
  readonly cooldown: number;
}

/**
 * Starts serving on every server of a devnet; returns the function that does this for a validator
 * added later.
 */
export function serveAll(serving: Serving): (placed: PlacedValidator) => void {
  const { listeners, asker, network, validators, proxy, crossSigner, wallet, log } = serving;
  const { host, token, controls } = serving;
  const { verifier } = network.crypto;
  const now = () => performance.now();
  const guard = createGuard({ host, allowHosts: serving.allowHosts, bodyMax: BODY_MAX, now });
  const privateGuard = createPrivateGuard({ host, token });
  const onUnforeseen = (failure: unknown): void =>
    log.error({ err: failure }, 'a request failed for a reason nobody foresaw');
  // On this machine anybody may use these pages, but if the devnet is bound to another address, not
  // everybody that can reach it may.
  const check = createTokenCheck({ host, token });
  const { takeBack } = serving.faucet;
  const faucet = createFaucet({ asker, takeBack, now, cooldown: serving.cooldown, check });
  controls.onPutBack(() => faucet.forget());
  const servePlaced = ({ own }: PlacedValidator): void => {
    const { validatorAsker } = serving;
    if (own === undefined) return;
    serveValidator({ ...own, asker: validatorAsker, verifier, guard, onUnforeseen });
  };
  for (const placed of validators) servePlaced(placed);
  const own = proxyMethods({ asker: serving.rpcAsker, node: PROXY, verifier, crossSigner, faucet });
  const methods = discoverable(listeners.proxy.role, own);
  listeners.proxy.serve(createRpcApp({ methods, guard, onUnforeseen }).fetch);
  listeners.gateway.serve(
    createGateway({
      guard,
      onUnforeseen,
      rest: createRestApp({
        asker,
        proxy: PROXY,
        verifier,
        faucet,
        terms: network.genesis,
        onUnforeseen,
      }),
      explorer: createExplorerApp({
        asker,
        proxy: PROXY,
        credits: {
          asker: serving.validatorAsker,
          committee: () => serving.seating.running(),
          isActive: (name) =>
            validators.some(({ hosted: { node } }) => node.name === name && isActive(node)),
        },
        onUnforeseen,
      }),
      admin: createAdminApp({
        guard: privateGuard,
        onUnforeseen,
        genesis: network.genesis,
        validators,
        seating: serving.seating,
        traces: network.traces,
        journal: network.journal,
        ...controls,
        closing: serving.closing,
        evmAddress: async () => (await crossSigner()).address,
      }),
      docs: createDocsApp({ openRpc: methods['rpc.discover'] }),
      ops: createOpsApp({
        sources: () =>
          validators.map(({ hosted: { node, performance } }) => ({
            validator: node.name,
            performance,
            isActive: () => isActive(node),
          })),
        committee: () => serving.seating.running(),
        isProxyActive: () => isActive(proxy.node),
      }),
      pay: createPayApp({ asker, wallet, guard: privateGuard, onUnforeseen }),
    }).fetch,
  );
  return servePlaced;
}
