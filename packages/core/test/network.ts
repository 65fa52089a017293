import type { Rejection, TransactionCertificate, TransactionEnvelope } from '@quorate/protocol';
import { signerOf } from '@quorate/testkit';
import {
  createMachine,
  createTestStore,
  type Machine,
  type TestStore,
} from '@quorate/testkit/step-machine';
import type { Committee } from '../src/committee.ts';
import type { Effect } from '../src/effect.ts';
import type { Genesis } from '../src/genesis.ts';
import type {
  Message,
  ProxyMessage,
  Result,
  SubmitTransaction,
  ValidatorMessage,
} from '../src/message.ts';
import type { Precheck } from '../src/proxy/memory/memory.ts';
import { recoverProxy } from '../src/proxy/recover.ts';
import type { ProxyRules } from '../src/proxy/rule-types.ts';
import { PROXY_RULES } from '../src/proxy/rules.ts';
import {
  PROXY_TIMINGS,
  type ProxyResume,
  type ProxyState,
  type ProxyTimings,
} from '../src/proxy/state.ts';
import { stepProxy } from '../src/proxy/step.ts';
import type { PrunePolicy } from '../src/pruning/policy.ts';
import { committee, genesis, START, VERIFIER } from './genesis.ts';
import { createTestValidator, type TestValidator } from './validator.ts';

/** How a validator answers the proxy, given what a correct one would answer. */
export type Conduct = (message: ValidatorMessage, honest: () => Result) => readonly Result[];

/** A proxy, the validators behind it and a network that delivers in order, at once. */
export interface TestNetwork {
  readonly proxy: Machine<ProxyState, ProxyMessage, ProxyResume>;
  readonly validators: readonly TestValidator[];
  /** What the proxy sent, in order. */
  readonly sent: { readonly to: string; readonly message: Message }[];
  /** What clients were answered, in order. */
  readonly answers: { readonly to: string; readonly requestId: string; readonly result: Result }[];
  /** Delivers a message to the proxy, and everything that follows from it. */
  send(from: string, message: ProxyMessage): void;
  /** Goes on to the next timer of the proxy; false when none is set. */
  advance(): boolean;
  /**
   * Goes on from timer to timer as long as something holds.
   *
   * @throws Error when no timer is left, or when they seem to have no end: a test fails then, where
   * it would hang.
   */
  advanceWhile(holds: () => boolean): void;
  /** Lets time pass in which no timer fires. */
  wait(nanos: bigint): void;
  /** Replaces how one validator answers. */
  conduct(name: string, conduct: Conduct): void;
  now(): bigint;
}

/** What a test network is made of. */
export interface TestNetworkOptions {
  readonly size?: number;
  readonly timings?: Partial<ProxyTimings>;
  readonly rules?: ProxyRules;
  /** How validators answer, by name; those not named are correct. */
  readonly conduct?: Readonly<Record<string, Conduct>>;
  /** Which of the waiting answers is delivered next; by default the first. */
  readonly pick?: (waiting: number) => number;
  /** What transactions cost; by default nothing. */
  readonly fees?: Genesis['fees'];
  /** How the proxy checks what it is given; by default it asks. */
  readonly precheck?: Precheck;
  /** What each node prunes, by name; by default nothing. */
  readonly prune?: Readonly<Record<string, PrunePolicy>>;
  /** What a proxy that ran before left behind. */
  readonly store?: TestStore;
  /** When it comes up. */
  readonly now?: bigint;
}

/** The most timers that a test waits for at once. The longest wait of ours takes a few dozen. */
const TIMERS_MAX = 1_000;

/** Ignores everything. */
export const silent: Conduct = () => [];

/** Says whether it would sign, but ignores requests to sign. */
export const onlyChecking: Conduct = (message, honest) =>
  message.type === 'CheckTransaction' ? [honest()] : [];

/** Refuses to sign, and says so when it is asked whether it would. */
export const refusing =
  (rejection: Rejection): Conduct =>
  (message, honest) =>
    message.type === 'SubmitTransaction' || message.type === 'CheckTransaction'
      ? [{ type: 'Rejected', rejection }]
      : [honest()];

/** Says whether it would sign, and then refuses to. */
export const refusingToSign =
  (rejection: Rejection): Conduct =>
  (message, honest) =>
    message.type === 'SubmitTransaction' ? [{ type: 'Rejected', rejection }] : [honest()];

/** Ignores requests for certificates. */
export const showingNone: Conduct = (message, honest) =>
  message.type === 'GetCertificates' ? [] : [honest()];

/** Answers as a correct validator does. */
export const honestly: Conduct = (_message, honest) => [honest()];

/** Writes the request that a client makes of a proxy. */
export function submission(
  envelope: TransactionEnvelope,
  requestId = 'r1',
  witnessCertificates: readonly TransactionCertificate[] = [],
): SubmitTransaction {
  return { type: 'SubmitTransaction', requestId, envelope, witnessCertificates };
}

/** Creates a network and brings it up. */
export function createTestNetwork(options: TestNetworkOptions = {}): TestNetwork {
  const members = committee(options.size ?? 4);
  const conducts: Record<string, Conduct> = { ...options.conduct };
  let now = options.now ?? START;
  const validators = validatorsOf(members, options, () => now);
  const sent: TestNetwork['sent'] = [];
  const answers: TestNetwork['answers'] = [];
  const timers = new Map<string, bigint>();
  const inbox: { readonly from: string; readonly message: ProxyMessage }[] = [];
  const { proxy, effects } = startProxy(members, options, () => now);

  function deliver(to: string, message: Message): void {
    sent.push({ to, message });
    const validator = validators[members.members.findIndex((m) => m.validator.host === to)];
    if (validator === undefined) return;
    const asked = message as ValidatorMessage;
    const honest = () => validator.ask(asked);
    const results = conducts[to]?.(asked, honest) ?? [honest()];
    for (const result of results) {
      const { requestId } = asked;
      inbox.push({ from: to, message: { type: 'Response', requestId, result } });
    }
  }

  function carryOut(effects: readonly Effect<ProxyResume>[]): void {
    for (const effect of effects) {
      if (effect.type === 'Send') deliver(effect.to, effect.message);
      if (effect.type === 'Reply') answers.push(effect);
      if (effect.type === 'SetTimer') timers.set(effect.id, effect.at);
      if (effect.type === 'CancelTimer') timers.delete(effect.id);
    }
  }

  function settle(): void {
    while (inbox.length > 0) {
      const [next] = inbox.splice(options.pick?.(inbox.length) ?? 0, 1);
      if (next !== undefined) carryOut(proxy.take({ type: 'Message', ...next }));
    }
  }

  function advance(): boolean {
    const first = takeFirst(timers);
    if (first === undefined) return false;
    const [id, at] = first;
    now = at > now ? at : now;
    carryOut(proxy.take({ type: 'Timer', id }));
    settle();
    return true;
  }

  carryOut(effects);
  settle();
  return {
    proxy,
    validators,
    sent,
    answers,
    now: () => now,
    wait: (nanos) => {
      now += nanos;
    },
    conduct: (name, conduct) => {
      conducts[name] = conduct;
    },
    send: (from, message) => {
      inbox.push({ from, message });
      settle();
    },
    advance,
    advanceWhile: (holds) => repeatWhile(holds, advance),
  };
}

function startProxy(
  members: Committee,
  options: TestNetworkOptions,
  now: () => bigint,
): Pick<TestNetwork, 'proxy'> & { readonly effects: readonly Effect<ProxyResume>[] } {
  const {
    timings,
    prune,
    fees,
    precheck,
    rules = PROXY_RULES,
    store = createTestStore(),
  } = options;
  const { state: begun, effects } = recoverProxy(
    {
      genesis: genesis({ committee: members, fees }),
      timings: { ...PROXY_TIMINGS, ...timings },
      now: now(),
      prune: prune?.['proxy'],
      precheck,
    },
    store.rows(),
  );
  for (const effect of effects) if (effect.type === 'Persist') store.write(effect.writes);
  const env = { signer: signerOf('proxy'), verifier: VERIFIER, rules };
  const proxy = createMachine<ProxyState, ProxyMessage, ProxyResume>(store, begun, (state, input) =>
    stepProxy(state, input, { now: now(), ...env }),
  );
  return { proxy, effects };
}

function takeFirst(timers: Map<string, bigint>): readonly [id: string, at: bigint] | undefined {
  const [first] = [...timers].sort(([, a], [, b]) => (a < b ? -1 : 1));
  if (first !== undefined) timers.delete(first[0]);
  return first;
}

function repeatWhile(holds: () => boolean, advance: () => boolean): void {
  for (let count = 0; holds(); count += 1) {
    if (count === TIMERS_MAX) throw new Error(`still waiting after ${TIMERS_MAX} timers`);
    if (!advance()) throw new Error('still waiting, and no timer is set');
  }
}

function validatorsOf(
  committeeOfAll: Committee,
  { prune, fees }: TestNetworkOptions,
  now: () => bigint,
): readonly TestValidator[] {
  const founded = genesis({ committee: committeeOfAll, fees });
  return committeeOfAll.members.map(({ validator: { host: name } }) =>
    createTestValidator({ name, genesis: founded, now, prune: prune?.[name] }),
  );
}
