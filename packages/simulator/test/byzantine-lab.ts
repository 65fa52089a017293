import { createValidatorNode, type NodePorts } from '@quorate/actors';
import {
  buildEnvelope,
  type Genesis,
  type Message,
  quorumSize,
  type Result,
  VALIDATOR_RULES,
  type ValidatorRules,
} from '@quorate/core';
import { createSigner, createVerifier, loadEd25519 } from '@quorate/crypto';
import {
  factsOf,
  NATIVE_TOKEN_ID,
  type TransactionCertificate,
  type TransactionEnvelope,
} from '@quorate/protocol';
import { createMemoryStore } from '@quorate/storage';
import { createMemoryTransport, type Transport } from '@quorate/transport';
import { createActLog } from '../src/byzantine/act-log.ts';
import { createCast } from '../src/byzantine/cast.ts';
import { startByzantineClient } from '../src/byzantine/client/byzantine-client.ts';
import { createByzantineProxy } from '../src/byzantine/proxy/byzantine-proxy.ts';
import {
  createByzantineValidator,
  type ValidatorGround,
} from '../src/byzantine/validator/byzantine-validator.ts';
import { createEventQueue, fifoSchedule } from '../src/event-queue.ts';
import { createCommitteeBook } from '../src/oracles/committee-book.ts';
import { createVirtualClock, type Fire } from '../src/virtual-clock.ts';
import { buildGenesis } from '../src/world/genesis.ts';
import { createMoments, type Moments } from '../src/world/moments.ts';
import { createParties, type Parties } from '../src/world/parties.ts';
import { createQuorumAmong } from '../src/world/quorum-among.ts';
import { createStepCounter } from '../src/world/trace-recorder.ts';
import { pay, scenarioOf } from './scenarios.ts';

const START = 1_000n;

/** A few nodes on a transport that loses nothing and takes no time, with everybody's keys. */
export interface Lab {
  readonly parties: Parties;
  readonly genesis: Genesis;
  readonly moments: Moments;
  /** Sends a message as `peer` to a node; gives what `peer` hears before all is quiet again. */
  tell(peer: string, to: string, message: Message): readonly Message[];
  /** Asks as `tell` does; gives the results of the answers to this request. */
  ask(peer: string, to: string, message: Message): readonly Result[];
  /** Everything that was sent so far, in order. */
  readonly traffic: readonly Sent[];
  /** Lets time pass until nothing is left to happen. */
  run(): void;
  /** What the Byzantine client has handed out, past its own software. */
  handed(): readonly TransactionEnvelope[];
}

/** A message that was sent. */
export interface Sent {
  readonly from: string;
  readonly to: string;
  readonly message: Message;
}

/** What a lab has besides the peers in whose names tests speak. */
export interface LabParts {
  /** What `node` does wrong, as a scenario file states it. */
  readonly node: string;
  readonly acts: readonly object[];
  /** Honest validators beside it. */
  readonly honest?: readonly string[];
  /** The nonce that a Byzantine client's own software would use. */
  readonly nextNonce?: bigint;
  /** The rules of the honest validators, if a test wants wrong ones. */
  readonly rules?: ValidatorRules;
}

/** Builds a lab around one Byzantine node. */
export function createLab({
  node,
  acts,
  honest = [],
  nextNonce = 0n,
  rules = VALIDATOR_RULES,
}: LabParts): Lab {
  const scenario = scenarioOf({
    clients: { alice: { balance: 1000 }, bob: {}, carol: { balance: 50 } },
    steps: { alice: [pay('bob', 1)] },
    byzantine: [{ id: 'b', node, acts: acts.map((act, at) => ({ id: `b-${at}`, ...act })) }],
  });
  const ed25519 = loadEd25519();
  const parties = createParties((seed) => createSigner(ed25519, seed));
  const verifier = createVerifier(ed25519);
  const genesis = buildGenesis(scenario.cluster, parties, START);
  const clock = createVirtualClock({
    start: START,
    queue: createEventQueue<Fire>(),
    policy: fifoSchedule,
  });
  const moments = createMoments({ clock, start: START });
  const wire = createWire();
  const { transport } = wire;
  const optionsOf = (name: string) => {
    const time = { now: clock.now, setTimer: (at: bigint, fire: Fire) => clock.setTimer(at, fire) };
    const ports: NodePorts = { store: createMemoryStore(), transport, clock: time };
    const onFailure = (failure: unknown) => {
      throw failure;
    };
    return { name, ports, signer: parties.signer(name), verifier, genesis, onFailure };
  };
  const log = createActLog(scenario.byzantine, { clock, start: START });
  const committees = createCommitteeBook(genesis.committee);
  const ground: ValidatorGround = {
    committees,
    clock,
    parties,
    moments,
    acts: log,
    trace: createStepCounter(),
  };
  const cast = createCast(scenario.byzantine);
  const { validators, proxies } = scenario.cluster;
  for (const name of honest) createValidatorNode({ ...optionsOf(name), rules }).start();
  if (validators.includes(node)) {
    createByzantineValidator(optionsOf(node), cast.validatorActs(node), ground).start();
  }
  moments.begin();
  if (proxies.includes(node)) {
    createByzantineProxy(optionsOf(node), cast.proxyActs(node), ground).start();
  }
  const { handed } = startByzantineClient(node, cast.clientActs(node), {
    ...ground,
    signerOf: parties.signer,
    transport,
    networkId: genesis.networkId,
    validators,
    proxies,
    quorum: quorumSize(validators.length),
    quorumAmong: createQuorumAmong(committees, quorumSize),
    mergedPast: () => [],
    leakedKeys: () => [],
    nextNonce: () => nextNonce,
  });

  function tell(peer: string, to: string, message: Message): readonly Message[] {
    const before = wire.traffic.length;
    transport.send(peer, to, message);
    wire.settle();
    return wire.traffic.slice(before).flatMap((sent) => (sent.to === peer ? [sent.message] : []));
  }

  return {
    parties,
    genesis,
    moments,
    tell,
    ask: (peer, to, message) =>
      tell(peer, to, message).flatMap((answer) =>
        answer.type === 'Response' && answer.requestId === message.requestId ? [answer.result] : [],
      ),
    traffic: wire.traffic,
    run() {
      for (wire.settle(); clock.nextAfter() !== undefined; wire.settle()) clock.runNext();
    },
    handed: () => handed().map(({ envelope }) => envelope),
  };
}

interface Wire {
  readonly transport: Transport<Message>;
  readonly traffic: readonly Sent[];
  /**
   * Delivers until all is quiet; leaves timers alone, which make proxies only repeat themselves.
   */
  settle(): void;
}

function createWire(): Wire {
  const pending: (() => void)[] = [];
  const traffic: Sent[] = [];
  const lossless = createMemoryTransport<Message>({ defer: (deliver) => pending.push(deliver) });
  return {
    traffic,
    transport: {
      attach: lossless.attach,
      send(from, to, message) {
        traffic.push({ from, to, message });
        lossless.send(from, to, message);
      },
    },
    settle() {
      for (let next = pending.shift(); next !== undefined; next = pending.shift()) next();
    },
  };
}

/** Signs a payment of a client, as its own unless `forger` signs for it. */
export function payment(
  { parties }: Pick<Lab, 'parties'>,
  {
    from = 'alice',
    to = 'bob',
    amount = 10n,
    nonce = 0n,
    forger = from,
  }: {
    readonly from?: string;
    readonly to?: string;
    readonly amount?: bigint;
    readonly nonce?: bigint;
    readonly forger?: string;
  } = {},
): TransactionEnvelope {
  const recipient = parties.signer(to).address;
  const { address } = parties.signer(from);
  return buildEnvelope(
    {
      networkId: 'fast:localnet',
      nonce,
      timestampNanos: 0n,
      operations: [
        { kind: 'TokenTransfer', tokenId: NATIVE_TOKEN_ID, recipient, amount, userData: null },
      ],
    },
    { ...parties.signer(forger), address },
  );
}

/** Certifies an envelope with the signatures of these validators. */
export function certified(
  { parties }: Pick<Lab, 'parties'>,
  envelope: TransactionEnvelope,
  validators: readonly string[] = ['v1', 'v2', 'v3'],
): TransactionCertificate {
  const { signingBytes } = factsOf(envelope.transaction);
  return {
    envelope,
    signatures: validators.map((name) => {
      const signer = parties.signer(name);
      return [signer.address, signer.sign(signingBytes)];
    }),
  };
}

/** The requests that tests send, under ids of their kind. */
export const request = {
  sign: (envelope: TransactionEnvelope): Message => ({
    type: 'SubmitTransaction',
    requestId: 'sign',
    envelope,
  }),
  check: (envelope: TransactionEnvelope): Message => ({
    type: 'CheckTransaction',
    requestId: 'check',
    envelope,
  }),
  settle: (certificate: TransactionCertificate): Message => ({
    type: 'SubmitCertificate',
    requestId: 'settle',
    certificate,
  }),
  account: ({ parties }: Pick<Lab, 'parties'>, name: string): Message => ({
    type: 'GetAccountInfo',
    requestId: 'account',
    address: parties.signer(name).address,
    tokenBalances: 'none',
    stateKeys: 'none',
  }),
  certificates: ({ parties }: Pick<Lab, 'parties'>, name: string): Message => ({
    type: 'GetCertificates',
    requestId: 'certificates',
    select: { by: 'Sender', sender: parties.signer(name).address, fromNonce: 0n, limit: 10 },
  }),
};
