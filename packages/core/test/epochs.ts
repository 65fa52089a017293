import type { Signer } from '@quorate/crypto';
import type {
  Address,
  MultiSigConfig,
  Operation,
  TransactionCertificate,
  TransactionEnvelope,
} from '@quorate/protocol';
import { addressOf, certificateBy, multiSigEnvelopeBy, signerOf } from '@quorate/testkit';
import type { Committee } from '../src/committee.ts';
import type { Effect, Input } from '../src/effect.ts';
import type { Genesis } from '../src/genesis.ts';
import { resumeHandover } from '../src/handover/hear.ts';
import type { Keyring } from '../src/handover/keyring.ts';
import type { Message, ProxyMessage, Result, ValidatorMessage } from '../src/message.ts';
import { recoverProxy } from '../src/proxy/recover.ts';
import { PROXY_RULES } from '../src/proxy/rules.ts';
import { PROXY_TIMINGS, type ProxyResume, type ProxyState } from '../src/proxy/state.ts';
import { stepProxy } from '../src/proxy/step.ts';
import { quorumSize } from '../src/quorum.ts';
import { recoverValidator } from '../src/validator/recover.ts';
import type { ValidatorEnv, ValidatorRules } from '../src/validator/rule-types.ts';
import { VALIDATOR_RULES } from '../src/validator/rules.ts';
import type { ValidatorResume, ValidatorState } from '../src/validator/state.ts';
import { stepValidator } from '../src/validator/step.ts';
import { genesis, START, VERIFIER } from './genesis.ts';
import { createMachine, createTestStore, type Machine, type TestStore } from './machine.ts';
import { signedBy, transaction } from './payments.ts';

/** Who runs a validator: a name, from which the keys of all epochs derive. */
export type Operator = string;

/** Gives the key that an operator uses in an epoch: a fresh one for each (rule C9). */
export function keyOf(operator: Operator, epoch: number): Signer {
  return VERIFIER.rememberingSigner(signerOf(`${operator}/${epoch}`));
}

/** Gives all keys of an operator for the first epochs. */
function keysOf(operator: Operator, epochs: number): Keyring {
  const signers = new Map<Address, Signer>();
  for (let epoch = 0; epoch < epochs; epoch += 1) {
    const signer = keyOf(operator, epoch);
    signers.set(signer.address, signer);
  }
  return { find: (key) => signers.get(key) };
}

/** Builds the committee of these operators in an epoch; each listens under its name. */
export function committeeAt(epoch: number, operators: readonly Operator[]): Committee {
  return {
    epoch,
    members: operators.map((operator) => ({
      validator: { address: keyOf(operator, epoch).address, host: operator, rpcPort: 0 },
      operator: addressOf(`operator ${operator}`),
    })),
  };
}

/** Signs a transaction as the account of a committee, by a quorum of its operators. */
function byCommittee({ epoch, members }: Committee, operations: readonly Operation[]) {
  const quorum = quorumSize(members.length);
  const signers = members.map(({ validator }) => signerOf(`operator ${validator.host}`));
  const config: MultiSigConfig = {
    authorizedSigners: signers.map(({ address }) => address),
    quorum: BigInt(quorum),
    nonce: BigInt(epoch),
  };
  const account = { config, members: signers.slice(0, quorum) };
  return multiSigEnvelopeBy(account, transaction(operations, { timestampNanos: START }));
}

interface Letter {
  readonly from: string;
  readonly to: string;
  readonly message: Message;
}

interface Timer {
  /** Whose: an operator or the proxy. */
  readonly operator: string;
  readonly id: string;
  readonly at: bigint;
}

type ValidatorMachine = Machine<ValidatorState, ValidatorMessage, ValidatorResume>;
type ProxyMachine = Machine<ProxyState, ProxyMessage, ProxyResume>;
type Pick = (waiting: number) => number;

const PROXY = 'proxy';

/** How many epochs an operator has keys for. */
const EPOCHS = 6;

/** Validators of several epochs, and a network that delivers what it is told to. */
export class EpochNetwork {
  readonly #operators: readonly Operator[];
  readonly #genesis: Genesis;
  readonly #rules: ValidatorRules;
  readonly #stores = new Map<Operator, TestStore>();
  readonly #machines = new Map<Operator, ValidatorMachine>();
  readonly #proxyStore = createTestStore();
  #proxy: ProxyMachine;
  /** What the proxy answered its client, in order. */
  readonly answers: Result[] = [];
  readonly #letters: Letter[] = [];
  readonly #timers = new Map<string, Timer>();
  readonly #severed = new Set<Operator>();
  #now = START;

  /** Creates a network of operators, of whom the first make the committee of epoch 0. */
  constructor(operators: readonly Operator[], first: number, rules = VALIDATOR_RULES) {
    this.#operators = operators;
    this.#rules = rules;
    this.#genesis = genesis({ committee: committeeAt(0, operators.slice(0, first)) });
    for (const operator of operators) {
      this.#stores.set(operator, createTestStore());
      this.restart(operator);
    }
    this.#proxy = this.#startProxy();
  }

  /** Asks the proxy, which begins with the committee of epoch 0. */
  request(message: ProxyMessage): void {
    this.#letters.push({ from: 'client', to: PROXY, message });
  }

  /** Loses the proxy's memory and timers; it comes up again from its store. */
  restartProxy(): void {
    this.#proxy = this.#startProxy();
  }

  proxyState(): ProxyState {
    return this.#proxy.state();
  }

  state(operator: Operator): ValidatorState {
    return this.#machine(operator).state();
  }

  /** Asks a validator from outside. */
  ask(operator: Operator, message: ValidatorMessage): Result {
    const effects = this.#take(operator, 'tester', message);
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

  /** Forms a certificate from the keys of a quorum of an epoch, as if they had been asked. */
  certify(envelope: TransactionEnvelope, { members, epoch }: Committee): TransactionCertificate {
    const quorum = members.slice(0, quorumSize(members.length));
    return certificateBy(
      quorum.map(({ validator }) => keyOf(validator.host, epoch)),
      envelope,
    );
  }

  /** Settles everywhere that operators ask for seats, with their keys of this epoch. */
  join(joining: readonly Operator[], epoch: number): void {
    for (const operator of joining) {
      const config = { address: keyOf(operator, epoch).address, host: operator, rpcPort: 0 };
      const sender = `operator ${operator}`;
      const { ledger, committees } = this.state(joining[0] ?? operator);
      const nonce = ledger.account.get(addressOf(sender))?.nextNonce ?? 0n;
      const joins = transaction([{ kind: 'JoinCommittee', config }], { nonce });
      const running = committees.at(-1) ?? this.#genesis.committee;
      const certificate = this.certify(signedBy(sender, joins), running);
      for (const each of this.#operators) this.deliver(each, certificate);
    }
  }

  /** Gives the certificate of a change, signed by a quorum of the old committee. */
  change(before: Committee, next: readonly Operator[]): TransactionCertificate {
    const epoch = before.epoch + 1;
    const validators = committeeAt(epoch, next).members.map(({ validator }) => validator);
    const operation = { kind: 'ChangeCommittee', epoch, newCommittee: { validators } } as const;
    return this.certify(byCommittee(before, [operation]), before);
  }

  /** Drops what is sent to or by a validator from now on. */
  cut(operator: Operator): void {
    this.#severed.add(operator);
  }

  mend(operator: Operator): void {
    this.#severed.delete(operator);
  }

  /** Loses memory and timers of a validator; it comes up again from its store. */
  restart(operator: Operator): void {
    for (const [key, timer] of this.#timers) {
      if (timer.operator === operator) this.#timers.delete(key);
    }
    const store = this.#storeOf(operator);
    const { state, writes } = recoverValidator(
      this.#genesis,
      store.rows(),
      keysOf(operator, EPOCHS),
    );
    store.write(writes);
    const begun = resumeHandover(state, this.#env(operator, state));
    for (const effect of begun.effects) if (effect.type === 'Persist') store.write(effect.writes);
    const machine: ValidatorMachine = createMachine(store, begun.state, (current, input) =>
      stepValidator(current, input, this.#env(operator, current)),
    );
    this.#machines.set(operator, machine);
    this.#carryOut(operator, begun.effects);
  }

  /** Delivers messages and fires timers until nothing is left, or so many times. */
  run(turns = 10_000, pick: Pick = () => 0): void {
    for (let turn = 0; turn < turns; turn += 1) {
      if (!this.#deliverOne(pick) && !this.#fireTimer()) return;
    }
  }

  #deliverOne(pick: Pick): boolean {
    const [letter] = this.#letters.splice(pick(this.#letters.length), 1);
    if (letter === undefined) return false;
    const { from, to, message } = letter;
    if (this.#severed.has(to) || this.#severed.has(from)) return true;
    if (to === PROXY) this.#tellProxy({ type: 'Message', from, message: message as ProxyMessage });
    else this.#take(to, from, message as ValidatorMessage);
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

  #tellProxy(input: Input<ProxyMessage, ProxyResume>): void {
    this.#carryOut(PROXY, this.#proxy.take(input));
  }

  #startProxy(): ProxyMachine {
    const { committee } = this.#genesis;
    const options = { committee, timings: PROXY_TIMINGS, now: this.#now };
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
    const keys = keysOf(operator, EPOCHS);
    const own = handover.seat === undefined ? undefined : keys.find(handover.seat);
    const signer = own ?? keyOf(operator, 0);
    return { now: this.#now, signer, verifier: VERIFIER, rules: this.#rules, keys };
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
