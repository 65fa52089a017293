import {
  buildEnvelope,
  type Committee,
  committeeOf,
  nonceKey,
  quorumSize,
  type Result,
  type ValidatorRules,
} from '@quorate/core';
import {
  type Address,
  factsOf,
  NATIVE_TOKEN_ID,
  type NamedSignature,
  type SignedSnapshotPart,
  type SnapshotEntry,
  type SnapshotPage,
  snapshotPageHash,
  snapshotSigningBytes,
  type TransactionCertificate,
  type TransactionEnvelope,
  type TransactionId,
  transactionId,
} from '@quorate/protocol';
import { addressOf, certificateBy, signerOf } from '@quorate/testkit';
import {
  committeeAt,
  EpochNetwork,
  FRESH_KEYS,
  type KeyPlan,
  type Operator,
} from '@quorate/testkit/epoch-network';

/** How long an execution goes on when it waits for something; every wait here is over by then. */
const TURNS = 1_000;

const NETWORK = { networkId: 'fast:localnet', nonce: 0n, timestampNanos: 0n } as const;

/** Signs a payment of alice's at nonce 0, who holds 100. */
export function pay(to: string, amount = 1n): TransactionEnvelope {
  const recipient = addressOf(to);
  const operations = [
    { kind: 'TokenTransfer', tokenId: NATIVE_TOKEN_ID, recipient, amount, userData: null },
  ] as const;
  return buildEnvelope({ ...NETWORK, operations }, signerOf('alice'));
}

/** A payment of alice's, and the rival that she signs beside it. */
export const T = pay('bob');
export const RIVAL = pay('carol');

/** The cast: the members of the first committee, the liars among them, and those who come later. */
export interface Cast {
  readonly first: readonly Operator[];
  readonly later: readonly Operator[];
  readonly liars?: readonly Operator[];
  readonly keys?: KeyPlan;
}

/** An execution step by step: a network of right or wrong validators, and all that anybody signs. */
export class Play {
  readonly network: EpochNetwork;
  readonly cast: Cast;
  readonly keys: KeyPlan;
  readonly committees: Committee[];
  /** What was signed for each transaction, by whom. */
  readonly signatures = new Map<TransactionId, Map<Address, NamedSignature>>();
  readonly envelopes = new Map<TransactionId, TransactionEnvelope>();

  constructor(cast: Cast, rules: ValidatorRules) {
    const { first, later, keys = FRESH_KEYS } = cast;
    this.cast = cast;
    this.keys = keys;
    this.network = new EpochNetwork([...first, ...later], first.length, { rules, keys });
    this.committees = [committeeAt(0, first, keys)];
    for (const liar of cast.liars ?? []) this.network.lie(liar, () => undefined);
  }

  get honest(): readonly Operator[] {
    const { first, later, liars = [] } = this.cast;
    return [...first, ...later].filter((operator) => !liars.includes(operator));
  }

  get running(): Committee {
    const last = this.committees.at(-1);
    if (last === undefined) throw new Error('there is a committee');
    return last;
  }

  /** Asks validators to sign, and keeps what they give. */
  ask(operators: readonly Operator[], envelope: TransactionEnvelope): readonly Result[] {
    return operators.map((operator) => {
      const answer = this.network.submit(operator, envelope);
      if (answer.type === 'Signed') this.#keep(envelope, [answer.validator, answer.signature]);
      return answer;
    });
  }

  /** A liar signs, under its key of an epoch. */
  lieUnder(operator: Operator, epoch: number, envelope: TransactionEnvelope): void {
    const [named] = certificateBy([this.keys.keyOf(operator, epoch)], envelope).signatures;
    if (named !== undefined) this.#keep(envelope, named);
  }

  /** The signatures that were given by keys of a committee. */
  signedIn(committee: Committee, envelope: TransactionEnvelope): readonly NamedSignature[] {
    const given = this.signatures.get(transactionId(envelope.transaction));
    return [...(given?.values() ?? [])].filter(
      ([key]) => committeeOf([committee], key) !== undefined,
    );
  }

  /** A certificate, if a quorum of one committee has signed. */
  certificate(envelope: TransactionEnvelope): TransactionCertificate | undefined {
    for (const committee of this.committees) {
      const signatures = this.signedIn(committee, envelope);
      const quorum = quorumSize(committee.members.length);
      if (signatures.length >= quorum) return { envelope, signatures };
    }
    return undefined;
  }

  /** All that was signed for a transaction, whoever signed it, as if it were a certificate. */
  everySignature(envelope: TransactionEnvelope): TransactionCertificate {
    const given = this.signatures.get(transactionId(envelope.transaction));
    return { envelope, signatures: [...(given?.values() ?? [])] };
  }

  deliver(operators: readonly Operator[], certificate: TransactionCertificate | undefined): void {
    if (certificate === undefined) return;
    for (const operator of operators) this.network.deliver(operator, certificate);
  }

  /**
   * Changes the committee: all have asked for seats, and these validators settle the change first.
   */
  change(next: readonly Operator[], told: readonly Operator[]): TransactionCertificate {
    this.network.join(next, this.running.epoch + 1);
    const change = this.network.change(this.running, next);
    this.settleChange(next, told, change);
    return change;
  }

  settleChange(
    next: readonly Operator[],
    told: readonly Operator[],
    change: TransactionCertificate,
  ): void {
    this.deliver(told, change);
    this.committees.push(committeeAt(this.running.epoch + 1, next, this.keys));
  }

  /**
   * From now on, a liar shows each asker the transactions that `shown` gives as the lock of alice.
   */
  show(liar: Operator, shown: (asker: Operator) => readonly TransactionEnvelope[]): void {
    this.network.lie(liar, (asker, message) => {
      if (message.type !== 'GetSnapshot') return undefined;
      const entry = { address: addressOf('alice'), nextNonce: 0n, held: shown(asker) };
      const [root, page] = this.#snapshot(liar, message.epoch, [entry]);
      return { type: 'SnapshotPart', signed: message.page === null ? root : page };
    });
  }

  /** Goes on until nothing is left but waiting. */
  run(): void {
    this.network.run(TURNS);
  }

  /** The transactions of alice's that somebody signed. */
  alices(): readonly TransactionId[] {
    return [...this.envelopes].flatMap(([id, { transaction }]) =>
      factsOf(transaction).transaction.sender === addressOf('alice') ? [id] : [],
    );
  }

  /** Those of them for which a quorum of one committee has signed. */
  certified(): readonly TransactionId[] {
    return this.alices().filter((id) => {
      const envelope = this.envelopes.get(id);
      return envelope !== undefined && this.certificate(envelope) !== undefined;
    });
  }

  /** Brings every certificate that exists to all who are not down for good. */
  deliverAll(): void {
    for (const envelope of this.envelopes.values()) {
      this.deliver(this.honest, this.certificate(envelope));
    }
    this.run();
  }

  /** What settled for alice at nonce 0, by validator. */
  settled(): ReadonlyMap<Operator, TransactionId> {
    const key = nonceKey(addressOf('alice'), 0n);
    return new Map(
      this.honest.flatMap((operator) => {
        const id = this.network.state(operator).ledger.settled.get(key);
        return id === undefined ? [] : [[operator, id] as const];
      }),
    );
  }

  #keep(envelope: TransactionEnvelope, named: NamedSignature): void {
    const id = transactionId(envelope.transaction);
    const given = this.signatures.get(id) ?? new Map<Address, NamedSignature>();
    given.set(named[0], named);
    this.signatures.set(id, given);
    this.envelopes.set(id, envelope);
  }

  #snapshot(
    liar: Operator,
    epoch: number,
    entries: readonly SnapshotEntry[],
  ): readonly [root: SignedSnapshotPart, page: SignedSnapshotPart] {
    const signer = this.keys.keyOf(liar, epoch);
    const change = this.honest
      .map((operator) => this.network.state(operator).ledger.committee.get(String(epoch + 1)))
      .find((record) => record !== undefined);
    if (change === undefined) throw new Error(`epoch ${epoch} has not ended`);
    const { networkId } = NETWORK;
    const header = { networkId, epoch, changeId: change.changeId, validator: signer.address };
    const page: SnapshotPage = { ...header, index: 0, entries };
    const root = { kind: 'Root', ...header, pages: [snapshotPageHash(page)] } as const;
    const signed = (part: SignedSnapshotPart['part']) => ({
      part,
      signature: signer.sign(snapshotSigningBytes(part)),
    });
    return [signed(root), signed({ kind: 'Page', ...page })];
  }
}
