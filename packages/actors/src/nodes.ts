import {
  CLIENT_RULES,
  type ClientMessage,
  type ClientRules,
  type ClientState,
  type Genesis,
  type Keyring,
  keyringOf,
  type Message,
  type Persist,
  PROXY_RECOVERY,
  PROXY_RULES,
  PROXY_TIMINGS,
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

/** A validator's surroundings. */
export interface ValidatorNodeOptions
  extends Surroundings<ValidatorState, ValidatorMessage, ValidatorResume> {
  readonly genesis: Genesis;
  /** All validator keys of the operator; only the one of `signer` unless more are given. */
  readonly keys?: Keyring;
  /** Which certificates it lets go of; none unless one is given. */
  readonly prune?: PrunePolicy | undefined;
  /** The rules of a correct validator, unless a test says otherwise. */
  readonly rules?: ValidatorRules;
}

/** What of its surroundings the logic of a kind of node depends on. */
type Means<Options> = Omit<Options, 'name' | 'ports' | 'onStep' | 'onFailure'>;

/** Gives the step machine of a validator, and how it comes up. */
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
    hears: hearing<ValidatorMessage>({
      SubmitTransaction: true,
      CheckTransaction: true,
      SubmitCertificate: true,
      GetCertificates: true,
      GetAccountInfo: true,
      GetTokenInfo: true,
      GetEscrowJobs: true,
      AnnounceChange: true,
      GetSnapshot: true,
      Response: true,
    }),
  };
}

/** Creates a validator. */
export function createValidatorNode(options: ValidatorNodeOptions): Node<ValidatorState> {
  return createNode({ ...options, logic: validatorLogic(options) });
}

/** A proxy's surroundings. */
export interface ProxyNodeOptions extends Surroundings<ProxyState, ProxyMessage, ProxyResume> {
  readonly genesis: ProxyGenesis;
  /** How long it waits; `PROXY_TIMINGS` unless others are given. */
  readonly timings?: ProxyTimings;
  /** Which certificates it lets go of; none unless one is given. */
  readonly prune?: PrunePolicy | undefined;
  /** The rules of a correct proxy, unless a test says otherwise. */
  readonly rules?: ProxyRules;
}

/** Gives the step machine of a proxy, and how it comes up. */
export function proxyLogic(
  options: Means<ProxyNodeOptions>,
): NodeLogic<ProxyState, ProxyMessage, ProxyResume> {
  const { genesis, timings = PROXY_TIMINGS, prune, signer, verifier } = options;
  const { rules = PROXY_RULES } = options;
  return {
    recovery: PROXY_RECOVERY,
    recover: (rows, now) => recoverProxy({ genesis, timings, now, prune }, rows),
    step: (state, input, now) => stepProxy(state, input, { now, signer, verifier, rules }),
    hears: hearing<ProxyMessage>({
      SubmitTransaction: true,
      GetAccountInfo: true,
      GetTokenInfo: true,
      GetCertificates: true,
      GetEscrowJobs: true,
      GetPending: true,
      Response: true,
    }),
  };
}

/** Creates a proxy. */
export function createProxyNode(options: ProxyNodeOptions): Node<ProxyState> {
  return createNode({ ...options, logic: proxyLogic(options) });
}

/** A client's surroundings. */
export interface ClientNodeOptions extends Surroundings<ClientState, ClientMessage, never> {
  /** The state of a client that has sent nothing. */
  readonly fresh: ClientState;
  /** The rules of a correct client, unless a test says otherwise. */
  readonly rules?: ClientRules;
}

/** Gives the step machine of a client, and how it comes up. */
export function clientLogic(
  options: Means<ClientNodeOptions>,
): NodeLogic<ClientState, ClientMessage, never> {
  const { fresh, signer, verifier, rules = CLIENT_RULES } = options;
  return {
    recover: (rows, now) => recoverClient(fresh, rows, { now }),
    step: (state, input, now) => stepClient(state, input, { now, signer, verifier, rules }),
    hears: hearing<ClientMessage>({ Execute: true, SubmitTransaction: true, Response: true }),
  };
}

/** Creates a client. */
export function createClientNode(options: ClientNodeOptions): Node<ClientState> {
  return createNode({ ...options, logic: clientLogic(options) });
}

// The compiler asks for every type of the union, so no kind of node goes deaf to a new message.
function hearing<M extends Message>(
  types: Readonly<Record<M['type'], true>>,
): (message: Message) => message is M {
  const known: Readonly<Record<string, true | undefined>> = types;
  // What a peer may call a message is also the name of something that every object inherits.
  return (message): message is M => known[message.type] === true;
}
