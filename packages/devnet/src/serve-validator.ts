import type { Verifier } from '@quorate/crypto';
import type { Guard } from './http/guard.ts';
import type { Listener } from './http/listen.ts';
import { createRpcApp } from './http/rpc-app.ts';
import type { Asker } from './nodes/asker.ts';
import type { HostedNode } from './nodes/host-node.ts';
import type { OwnValidator } from './nodes/local-network.ts';
import { discoverable } from './rpc/discover.ts';
import type { OnUnforeseen, RpcMethod, RpcMethods } from './rpc/json-rpc.ts';
import { noAnswer } from './rpc/rpc-error.ts';
import { validatorMethods } from './rpc/validator-methods.ts';
import { version } from './version.ts';

/** The most bytes of a request's body: room for a batch of the largest transactions in JSON. */
export const BODY_MAX = 4 * 1024 * 1024;

/** What the server of a validator is made of. */
export interface ValidatorServing {
  readonly listener: Listener;
  /** Reaches the validator. */
  readonly asker: Asker;
  readonly hosted: OwnValidator;
  /** How often the network was put back; absent if no request outlives that. */
  readonly era?: () => number;
  readonly verifier: Verifier;
  readonly guard: Guard;
  readonly onUnforeseen: OnUnforeseen;
}

/** Serves a validator on its own port. */
export function serveValidator(serving: ValidatorServing): void {
  const { listener, asker, hosted, era, verifier, guard, onUnforeseen } = serving;
  const { node, performance, seats } = hosted;
  // It may go down while a method reads the request; then callers need not wait.
  const ask: Asker['ask'] = (to, request) =>
    isActive(node) ? asker.ask(to, request) : Promise.resolve(undefined);
  const { prove } = seats;
  const ground = {
    asker: { ...asker, ask },
    node: node.name,
    ...(era === undefined ? {} : { era }),
    verifier,
    performance,
    version,
    prove,
  };
  const methods = discoverable(listener.role, validatorMethods(ground));
  const answering = whileActive(methods, node);
  listener.serve(createRpcApp({ methods: answering, guard, onUnforeseen }).fetch);
}

/** A validator that is down answers nothing, not even what does not depend on its state. */
function whileActive(methods: RpcMethods, node: OwnValidator['node']): RpcMethods {
  const entries = Object.entries(methods).map(([name, method]): [string, RpcMethod] => [
    name,
    async (...call) => {
      if (!isActive(node)) throw noAnswer(node.name);
      return method(...call);
    },
  ]);
  return Object.fromEntries(entries);
}

/** Tells whether a node serves now; `isUp` of faults also counts one that is about to. */
export function isActive(node: Pick<HostedNode<unknown>['node'], 'status'>): boolean {
  return node.status() === 'active';
}
