import {
  buildEnvelope,
  CLIENT_TIMINGS,
  type ClientState,
  type Genesis,
  type Message,
  type NodeName,
  type Result,
  type ValidatorState,
} from '@quorate/core';
import { createVerifier, loadEd25519 } from '@quorate/crypto';
import { NATIVE_TOKEN_ID, type Operation, type TransactionEnvelope } from '@quorate/protocol';
import {
  addressOf,
  committeeOf,
  createManualClock,
  type ManualClock,
  signerOf,
} from '@quorate/testkit';
import { createMemoryTransport, type Transport } from '@quorate/transport';
import { createDeferQueue } from '@quorate/transport/laws';
import { expect } from 'vitest';
import type { Node } from '../src/node.ts';
import { createClientNode, createValidatorNode, type ValidatorNodeOptions } from '../src/nodes.ts';
import type { NodePorts } from '../src/ports.ts';
import { createLateStore, type LateStore } from './late-store.ts';

/** The validators of every harness. */
export const COMMITTEE = committeeOf(4);

/** A network in which alice can pay. */
export const GENESIS: Genesis = {
  networkId: 'fast:localnet',
  committee: {
    epoch: 0,
    members: COMMITTEE.map(({ address }, index) => ({
      validator: { address, host: `v${index + 1}`, rpcPort: 0 },
      operator: addressOf(`operator ${index + 1}`),
    })),
  },
  accounts: [{ address: addressOf('alice'), balance: 1000n }],
  fees: undefined,
  acceptsUnversioned: false,
  genesisTimeNanos: 0n,
  minRequestAgeNanos: 0n,
};

/** Everything around one node, moved by hand. */
export interface Harness {
  readonly ports: NodePorts;
  readonly late: LateStore;
  readonly clock: ManualClock;
  /** Hands a message to the network, from `user`; it arrives when deliveries settle. */
  tell(to: NodeName, message: Message): void;
  /** Lets deliveries run, and those that follow from them, and gives what they threw. */
  settle(): readonly unknown[];
  /** Everything that reached `user` or `peer`, in order. */
  readonly heard: readonly Message[];
  /** Hears every message that the node sends, inside its call. */
  onSend: (message: Message) => void;
}

/** Creates the surroundings of one node. */
export function createHarness(ends: 'late' | 'at once' = 'at once'): Harness {
  const deliveries = createDeferQueue();
  const late = createLateStore(ends);
  const clock = createManualClock();
  const heard: Message[] = [];
  const network = createMemoryTransport<Message>(deliveries);
  const harness: Harness = {
    late,
    clock,
    heard,
    onSend: () => undefined,
    ports: {
      store: late.store,
      clock,
      transport: {
        attach: network.attach,
        send(from, to, message) {
          network.send(from, to, message);
          harness.onSend(message);
        },
      } satisfies Transport<Message>,
    },
    tell: (to, message) => network.send('user', to, message),
    settle: deliveries.settle,
  };
  for (const name of ['user', 'peer']) network.attach(name, (_, message) => heard.push(message));
  return harness;
}

/** The results among the messages heard. */
export function resultsOf(messages: readonly Message[]): readonly Result[] {
  return messages.flatMap((message) => (message.type === 'Response' ? [message.result] : []));
}

/** Verifies as every node of a harness does. */
export const VERIFIER = createVerifier(loadEd25519());

/** A transfer of the native token to bob. */
function payBob(amount: bigint): Operation {
  return {
    kind: 'TokenTransfer',
    tokenId: NATIVE_TOKEN_ID,
    recipient: addressOf('bob'),
    amount,
    userData: null,
  };
}

/** Alice's payment at her first nonce; another amount is a rival at the same nonce. */
export function envelopePaying(amount: bigint): TransactionEnvelope {
  return buildEnvelope(
    { networkId: GENESIS.networkId, nonce: 0n, timestampNanos: 7n, operations: [payBob(amount)] },
    signerOf('alice'),
  );
}

/** Asks a validator to sign. */
export function submitting(envelope: TransactionEnvelope, requestId = 'sign'): Message {
  return { type: 'SubmitTransaction', requestId, envelope };
}

/** Asks a validator for alice's certificates. */
export function asking(requestId = 'ask'): Message {
  const sender = addressOf('alice');
  return {
    type: 'GetCertificates',
    requestId,
    select: { by: 'Sender', sender, fromNonce: 0n, limit: 10 },
  };
}

/** A validator in a harness, and what it reported. */
export interface ValidatorUnderTest {
  readonly node: Node<ValidatorState>;
  readonly failures: readonly unknown[];
}

/** Creates the validator `v1`, not started. */
export function createValidator(
  { ports }: Harness,
  more: Partial<Pick<ValidatorNodeOptions, 'genesis' | 'rules' | 'onStep' | 'onFailure'>> = {},
): ValidatorUnderTest {
  const failures: unknown[] = [];
  const node = createValidatorNode({
    name: 'v1',
    ports,
    genesis: GENESIS,
    signer: signerOf('v1'),
    verifier: VERIFIER,
    onFailure: (failure) => failures.push(failure),
    ...more,
  });
  return { node, failures };
}

/** Asks a client to pay bob. */
export function executing(): Message {
  return { type: 'Execute', requestId: 'pay', operations: [payBob(1n)] };
}

/** Creates alice's client, not started, whose proxy is `peer`; it must not fail. */
export function createAlice({ ports }: Harness): Node<ClientState> {
  return createClientNode({
    name: 'alice',
    ports,
    signer: signerOf('alice'),
    verifier: VERIFIER,
    fresh: {
      networkId: GENESIS.networkId,
      committees: [GENESIS.committee],
      proxy: 'peer',
      timings: CLIENT_TIMINGS,
      nextNonce: 0n,
      inFlight: undefined,
      queue: [],
    },
    onFailure: (failure) => expect.unreachable(String(failure)),
  });
}
