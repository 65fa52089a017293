import {
  buildChange,
  buildEnvelope,
  type Committee,
  committeeConfig,
  type Effect,
  type Genesis,
  type Input,
  type Keyring,
  type Message,
  PROXY_RULES,
  PROXY_TIMINGS,
  type ProxyMessage,
  type ProxyResume,
  type ProxyState,
  quorumSize,
  type Result,
  recoverProxy,
  recoverValidator,
  resumeHandover,
  stepProxy,
  stepValidator,
  VALIDATOR_RULES,
  type ValidatorEnv,
  type ValidatorMessage,
  type ValidatorResume,
  type ValidatorState,
} from '@quorate/core';
import type { TransactionCertificate, TransactionEnvelope } from '@quorate/protocol';
import { certificateBy, multiSigEnvelopeBy } from '../signing.ts';
import { createMachine, createTestStore, type Machine, type TestStore } from '../step-machine.ts';
import {
  committeeAt,
  FRESH_KEYS,
  genesisOf,
  type KeyPlan,
  keyOf,
  keysOf,
  NETWORK,
  type Operator,
  START,
  VERIFIER,
} from './keys.ts';

interface Letter {
  readonly from: string;
  readonly to: string;
  readonly message: Message;
}

interface Timer {
  /** The operator to whom the timer belongs, or the proxy. */
  readonly operator: string;
  readonly id: string;
  readonly at: bigint;
}

type ValidatorMachine = Machine<ValidatorState, ValidatorMessage, ValidatorResume>;
type ProxyMachine = Machine<ProxyState, ProxyMessage, ProxyResume>;
type PickNext = (waiting: number) => number;

/** Gives the answer of a validator that lies; undefined means silence. */
export type Lie = (from: string, message: ValidatorMessage) => Result | undefined;

/** The rules and keys of a network; by default those of a correct one. */
export interface EpochOptions {
  readonly rules?: ValidatorEnv['rules'];
  readonly keys?: KeyPlan;
}

const PROXY = 'proxy';

/**
 * Validators of several epochs, and a network that delivers the messages that it is told to
 * deliver.
 */
export class EpochNetwork {
  readonly #operators: readonly Operator[];
  readonly #genesis: Genesis;
  readonly #rules: ValidatorEnv['rules'];
  readonly #keys: KeyPlan;
  readonly #stores = new Map<Operator, TestStore>();
  readonly #machines = new Map<Operator, ValidatorMachine>();
  readonly #proxyStore = createTestStore();
  #proxy: ProxyMachine;
  /** The proxy's answers to its client, in order. */
  readonly answers: Result[] = [];
  readonly #letters: Letter[] = [];
  readonly #timers = new Map<string, Timer>();
  readonly #severed = new Set<Operator>();
  /** The first epoch whose key an operator still has; 0 if it has destroyed none. */
  readonly #keysFrom = new Map<Operator, number>();
  readonly #lies = new Map<Operator, Lie>();
  #now = START;

  /** Creates a network of operators, of which the first `first` form the committee of epoch 0. */
  constructor(operators: readonly Operator[], first: number, options: EpochOptions = {}) {
    const { rules = VALIDATOR_RULES, keys = FRESH_KEYS } = options;
    this.#operators = operators;
    this.#rules = rules;
    this.#keys = keys;
    this.#genesis = genesisOf(committeeAt(0, operators.slice(0, first), keys));
    for (const operator of operators) {
      this.#stores.set(operator, createTestStore());
      this.restart(operator);
    }
    this.#proxy = this.#startProxy();
  }

  /** Sends the proxy a message; the proxy begins with the committee of epoch 0. */
  request(message: ProxyMessage): void {
    this.#letters.push({ from: 'client', to: PROXY, message });
  }

  /** Restarts the proxy from its store, without its memory and timers. */
  restartProxy(): void {
    this.#proxy = this.#startProxy();
  }

  proxyState(): ProxyState {
    return this.#proxy.state();
  }

  state(operator: Operator): ValidatorState {
    return this.#machine(operator).state();
  }

  /** Gives a validator an input from outside, and returns what it does at once. */
  tell(
    operator: Operator,
    message: ValidatorMessage,
    from = 'tester',
  ): readonly Effect<ValidatorResume>[] {
    return this.#take(operator, from, message);
  }

  /** Sends a validator a message from outside, and gives the answer. */
  ask(operator: Operator, message: ValidatorMessage): Result {
    const effects = this.tell(operator, message);
    const answer = effects.find((effect) => effect.type === 'Reply');
    if (answer === undefined) throw new Error('expected an answer');
    return answer.result;
  }

  submit(operator: Operator, envelope: TransactionEnvelope): Result {
    return this.ask(operator, { type: 'SubmitTransaction', requestId: 's', envelope });
  }

  deliver(operator: Operator, certificate: TransactionCertificate): Result {
    return this.ask(operator, { type: 'SubmitCertificate', requestId: 'd', certificate });
  }

  /**
   * Forms a certificate with the keys of a quorum of an epoch, as if its members had been asked.
   */
  certify(envelope: TransactionEnvelope, { members, epoch }: Committee): TransactionCertificate {
    const quorum = members.slice(0, quorumSize(members.length));
    return certificateBy(
      quorum.map(({ validator }) => this.#keys.keyOf(validator.host, epoch)),
      envelope,
    );
  }

  /** Settles, at all validators or at those in `told`, that operators request seats in an epoch. */
  join(joining: readonly Operator[], epoch: number, told = this.#operators): void {
    for (const operator of joining) {
      const address = this.#keys.keyOf(operator, epoch).address;
      const config = { address, host: operator, rpcPort: 0 };
      const account = this.#keys.accountOf(operator);
      const { ledger, committees } = this.#latest();
      const nonce = ledger.account.get(account.address)?.nextNonce ?? 0n;
      const operations = [{ kind: 'JoinCommittee', config }] as const;
      const intent = { networkId: NETWORK, nonce, timestampNanos: START, operations } as const;
      const running = committees.at(-1) ?? this.#genesis.committee;
      const certificate = this.certify(buildEnvelope(intent, account), running);
      for (const each of told) this.deliver(each, certificate);
    }
  }

  /** Gives a change that a quorum of the operators of the old committee has signed (rule C3). */
  proposal(before: Committee, next: readonly Operator[]): TransactionEnvelope {
    return this.#signedChange(before, next, quorumSize);
  }

  /** Gives a change from an account of the same operators, each of which may sign for it alone. */
  proposalByOne(before: Committee, next: readonly Operator[]): TransactionEnvelope {
    return this.#signedChange(before, next, () => 1);
  }

  /** Gives the certificate of a change, signed by a quorum of the old committee. */
  change(before: Committee, next: readonly Operator[]): TransactionCertificate {
    return this.certify(this.proposal(before, next), before);
  }

  /** Puts a liar in the place of a validator. */
  lie(operator: Operator, lie: Lie): void {
    this.#lies.set(operator, lie);
  }

  /** Drops all messages to and from a validator from now on. */
  cut(operator: Operator): void {
    this.#severed.add(operator);
  }

  mend(operator: Operator): void {
    this.#severed.delete(operator);
  }

  /** Destroys the keys of an operator for epochs that have ended (rule C9). */
  destroyKeys(operator: Operator, before: number): void {
    this.#keysFrom.set(operator, before);
  }

  /** Restarts a validator from its store, without its memory and timers. */
  restart(operator: Operator): void {
    for (const [key, timer] of this.#timers) {
      if (timer.operator === operator) this.#timers.delete(key);
    }
    const store = this.#storeOf(operator);
    const { state, writes } = recoverValidator(this.#genesis, store.rows(), this.#keysOf(operator));
    store.write(writes);
    const begun = resumeHandover(state, this.#env(operator, state));
    for (const effect of begun.effects) if (effect.type === 'Persist') store.write(effect.writes);
    const machine: ValidatorMachine = createMachine(store, begun.state, (current, input) =>
      stepValidator(current, input, this.#env(operator, current)),
    );
    this.#machines.set(operator, machine);
    this.#carryOut(operator, begun.effects);
  }

  /** Delivers messages and fires timers until nothing is left, or `turns` times. */
  run(turns = 10_000, pick: PickNext = () => 0): void {
    for (let turn = 0; turn < turns; turn += 1) {
      if (!this.#deliverOne(pick) && !this.#fireTimer()) return;
    }
  }

  // A validator without a seat may not have heard of the current epoch.
  #latest(): ValidatorState {
    return this.#operators
      .map((operator) => this.state(operator))
      .reduce((one, other) => (other.committees.length > one.committees.length ? other : one));
  }

  #signedChange(
    committee: Committee,
    next: readonly Operator[],
    quorum: (size: number) => number,
  ): TransactionEnvelope {
    const { members } = committeeAt(committee.epoch + 1, next, this.#keys);
    const validators = members.map(({ validator }) => validator);
    const intent = { networkId: NETWORK, committee, validators, timestampNanos: START } as const;
    const config = committeeConfig(committee, quorum);
    const signers = committee.members.map(({ validator }) => this.#keys.accountOf(validator.host));
    const account = { config, members: signers.slice(0, Number(config.quorum)) };
    return multiSigEnvelopeBy(account, buildChange(intent, quorum));
  }

  #deliverOne(pick: PickNext): boolean {
    const [letter] = this.#letters.splice(pick(this.#letters.length), 1);
    if (letter === undefined) return false;
    const { from, to, message } = letter;
    if (this.#severed.has(to) || this.#severed.has(from)) return true;
    if (to === PROXY) this.#tellProxy({ type: 'Message', from, message: message as ProxyMessage });
    else this.#tell(to, from, message as ValidatorMessage);
    return true;
  }

  #fireTimer(): boolean {
    const [next] = [...this.#timers.values()].sort((one, other) => Number(one.at - other.at));
    if (next === undefined) return false;
    const { operator, id, at } = next;
    this.#timers.delete(timerKey(operator, id));
    if (at > this.#now) this.#now = at;
    if (operator === PROXY) this.#tellProxy({ type: 'Timer', id });
    else this.#carryOut(operator, this.#machine(operator).take({ type: 'Timer', id }));
    return true;
  }

  #take(operator: Operator, from: string, message: ValidatorMessage) {
    const effects = this.#machine(operator).take({ type: 'Message', from, message });
    this.#carryOut(operator, effects);
    return effects;
  }

  #tell(operator: Operator, from: string, message: ValidatorMessage): void {
    const lie = this.#lies.get(operator);
    if (lie === undefined) this.#take(operator, from, message);
    else if (message.type !== 'Response') {
      const { requestId } = message;
      const result = lie(from, message);
      if (result !== undefined) this.#post(operator, from, { type: 'Response', requestId, result });
    }
  }

  #tellProxy(input: Input<ProxyMessage, ProxyResume>): void {
    this.#carryOut(PROXY, this.#proxy.take(input));
  }

  #startProxy(): ProxyMachine {
    const options = { genesis: this.#genesis, timings: PROXY_TIMINGS, now: this.#now };
    const { state, effects } = recoverProxy(options, this.#proxyStore.rows());
    const signer = keyOf(PROXY, 0);
    this.#carryOut(PROXY, effects);
    return createMachine(this.#proxyStore, state, (current, input) =>
      stepProxy(current, input, { now: this.#now, signer, verifier: VERIFIER, rules: PROXY_RULES }),
    );
  }

  #carryOut(operator: string, effects: readonly Effect<unknown>[]): void {
    for (const effect of effects) {
      switch (effect.type) {
        case 'Send':
          this.#post(operator, effect.to, effect.message);
          break;
        case 'Reply': {
          const { to, requestId, result } = effect;
          this.#post(operator, to, { type: 'Response', requestId, result });
          break;
        }
        case 'SetTimer': {
          const { id, at } = effect;
          this.#timers.set(timerKey(operator, id), { operator, id, at });
          break;
        }
        default:
      }
    }
  }

  #post(from: string, to: string, message: Message): void {
    if (to === 'client' && message.type === 'Response') this.answers.push(message.result);
    if (to === PROXY || this.#machines.has(to)) this.#letters.push({ from, to, message });
  }

  #env(operator: Operator, { handover }: ValidatorState): ValidatorEnv {
    const keys = this.#keysOf(operator);
    const own = handover.seat === undefined ? undefined : keys.find(handover.seat);
    const signer = own ?? this.#keys.keyOf(operator, 0);
    return { now: this.#now, signer, verifier: VERIFIER, rules: this.#rules, keys };
  }

  #keysOf(operator: Operator): Keyring {
    return keysOf(operator, this.#keys, this.#keysFrom.get(operator) ?? 0);
  }

  #machine(operator: Operator): ValidatorMachine {
    const machine = this.#machines.get(operator);
    if (machine === undefined) throw new Error(`there is no ${operator}`);
    return machine;
  }

  #storeOf(operator: Operator): TestStore {
    const store = this.#stores.get(operator);
    if (store === undefined) throw new Error(`there is no ${operator}`);
    return store;
  }
}

function timerKey(operator: Operator, id: string): string {
  return `${operator}/${id}`;
}
