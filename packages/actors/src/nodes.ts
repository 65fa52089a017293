import {
  CLIENT_MESSAGES,
  CLIENT_RULES,
  type ClientMessage,
  type ClientRules,
  type ClientState,
  type Genesis,
  type Keyring,
  keyringOf,
  type Message,
  type Persist,
  PROXY_MESSAGES,
  PROXY_RECOVERY,
  PROXY_RULES,
  PROXY_TIMINGS,
  type Precheck,
  type ProxyGenesis,
  type ProxyMessage,
  type ProxyResume,
  type ProxyRules,
  type ProxyState,
  type ProxyTimings,
  type PrunePolicy,
  recoverClient,
  recoverProxy,
  recoverValidator,
  resumeHandover,
  resumePruning,
  stepClient,
  stepProxy,
  stepValidator,
  VALIDATOR_MESSAGES,
  VALIDATOR_RECOVERY,
  VALIDATOR_RULES,
  type ValidatorMessage,
  type ValidatorResume,
  type ValidatorRules,
  type ValidatorState,
} from '@quorate/core';
import type { Signer, Verifier } from '@quorate/crypto';
import { createNode, type Node } from './node.ts';
import type { NodeLogic, NodeOptions } from './node-options.ts';

/** What every kind of node is given besides its logic. */
export interface Surroundings<S, M extends Message, Resume>
  extends Omit<NodeOptions<S, M, Resume>, 'logic'> {
  readonly signer: Signer;
  readonly verifier: Verifier;
}

/** What a validator is given. */
export interface ValidatorNodeOptions
  extends Surroundings<ValidatorState, ValidatorMessage, ValidatorResume> {
  readonly genesis: Genesis;
  /** All validator keys of the operator; by default only the one of `signer`. */
  readonly keys?: Keyring;
  /** Which certificates it prunes; by default none. */
  readonly prune?: PrunePolicy | undefined;
  /** The rules of the validator; by default those of a correct one. */
  readonly rules?: ValidatorRules;
}

/** The options that the logic of a node depends on. */
type Means<Options> = Omit<Options, 'name' | 'ports' | 'onStep' | 'onFailure'>;

/** Gives the step machine and the recovery of a validator. */
export function validatorLogic(
  options: Means<ValidatorNodeOptions>,
): NodeLogic<ValidatorState, ValidatorMessage, ValidatorResume> {
  const { genesis, signer: own, verifier, rules = VALIDATOR_RULES } = options;
  const { keys = keyringOf(own), prune } = options;
  const env = (state: ValidatorState, now: bigint) => {
    const { seat } = state.handover;
    const signer = (seat === undefined ? undefined : keys.find(seat)) ?? own;
    return { now, signer, verifier, rules, keys };
  };
  return {
    recovery: VALIDATOR_RECOVERY,
    recover: (rows, now) => {
      const { state, writes } = recoverValidator(genesis, rows, keys, prune);
      const pruning = resumePruning(state, now);
      const resumed = resumeHandover(pruning.state, env(pruning.state, now));
      const begin: Persist[] = writes.length === 0 ? [] : [{ type: 'Persist', writes }];
      return {
        state: resumed.state,
        effects: [...begin, ...resumed.effects, ...pruning.effects],
      };
    },
    step: (state, input, now) => stepValidator(state, input, env(state, now)),
    hears: hearing<ValidatorMessage>(VALIDATOR_MESSAGES),
  };
}

/** Creates a validator. */
export function createValidatorNode(options: ValidatorNodeOptions): Node<ValidatorState> {
  return createNode({ ...options, logic: validatorLogic(options) });
}

/** What a proxy is given. */
export interface ProxyNodeOptions extends Surroundings<ProxyState, ProxyMessage, ProxyResume> {
  readonly genesis: ProxyGenesis;
  /** By default `PROXY_TIMINGS`. */
  readonly timings?: ProxyTimings;
  /** Which certificates it prunes; by default none. */
  readonly prune?: PrunePolicy | undefined;
  /** How it checks a transaction before it is broadcast; by default it asks. */
  readonly precheck?: Precheck | undefined;
  /** The rules of the proxy; by default those of a correct one. */
  readonly rules?: ProxyRules;
}

/** Gives the step machine and the recovery of a proxy. */
export function proxyLogic(
  options: Means<ProxyNodeOptions>,
): NodeLogic<ProxyState, ProxyMessage, ProxyResume> {
  const { genesis, timings = PROXY_TIMINGS, prune, signer, verifier } = options;
  const { rules = PROXY_RULES, precheck } = options;
  return {
    recovery: PROXY_RECOVERY,
    recover: (rows, now) => recoverProxy({ genesis, timings, now, prune, precheck }, rows),
    step: (state, input, now) => stepProxy(state, input, { now, signer, verifier, rules }),
    hears: hearing<ProxyMessage>(PROXY_MESSAGES),
  };
}

/** Creates a proxy. */
export function createProxyNode(options: ProxyNodeOptions): Node<ProxyState> {
  return createNode({ ...options, logic: proxyLogic(options) });
}

/** What a client is given. */
export interface ClientNodeOptions extends Surroundings<ClientState, ClientMessage, never> {
  /** The state of a client that has sent nothing. */
  readonly fresh: ClientState;
  /** The rules of the client; by default those of a correct one. */
  readonly rules?: ClientRules;
}

/** Gives the step machine and the recovery of a client. */
export function clientLogic(
  options: Means<ClientNodeOptions>,
): NodeLogic<ClientState, ClientMessage, never> {
  const { fresh, signer, verifier, rules = CLIENT_RULES } = options;
  return {
    recover: (rows, now) => recoverClient(fresh, rows, { now }),
    step: (state, input, now) => stepClient(state, input, { now, signer, verifier, rules }),
    hears: hearing<ClientMessage>(CLIENT_MESSAGES),
  };
}

/** Creates a client. */
export function createClientNode(options: ClientNodeOptions): Node<ClientState> {
  return createNode({ ...options, logic: clientLogic(options) });
}

function hearing<M extends Message>(
  types: Readonly<Record<M['type'], true>>,
): (message: Message) => message is M {
  const known: Readonly<Record<string, true | undefined>> = types;
  // Compared with true, because a peer may use the name of an inherited property as a message type.
  return (message): message is M => known[message.type] === true;
}
