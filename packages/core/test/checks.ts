import {
  type Address,
  factsOf,
  NATIVE_TOKEN_ID,
  type TransactionCertificate,
  type TransactionEnvelope,
} from '@quorate/protocol';
import type { Effect } from '../src/effect.ts';
import { formatDigest, ledgerDigest, updateDigest } from '../src/ledger/digest.ts';
import { balanceKey, type Ledger, TABLE_NAMES, type TableName } from '../src/ledger/ledger.ts';
import type { Result, ValidatorMessage } from '../src/message.ts';
import { ledgerChanges } from '../src/validator/recover.ts';
import type { ValidatorRules } from '../src/validator/rule-types.ts';
import type { ValidatorState } from '../src/validator/state.ts';
import { VERIFIER } from './genesis.ts';
import { type Action, messageOf } from './history.ts';
import { createTestValidator, type TestValidator } from './validator.ts';

/** One step of a validator, as the checks look at it. */
interface Observed {
  readonly validator: TestValidator;
  readonly message: ValidatorMessage;
  readonly before: ValidatorState;
  readonly after: ValidatorState;
  readonly effects: readonly Effect<unknown>[];
  readonly answer: Result;
  /** What was signed so far, by sender and nonce. */
  readonly signed: Map<string, string>;
}

/** Says whether something that must hold after every step does. */
type Check = (observed: Observed) => boolean;

/** What must hold after every step of a correct validator, by name. */
const CHECKS = {
  'no-double-sign': ({ answer, message, signed }) => {
    if (answer.type !== 'Signed') return true;
    const { sender, nonce } = factsOf(envelopeIn(message).transaction).transaction;
    const key = `${sender}/${nonce}`;
    const known = signed.get(key) ?? answer.transactionId;
    signed.set(key, answer.transactionId);
    return known === answer.transactionId;
  },
  'nonce-gapless': ({ before, after }) =>
    [...after.ledger.account].every(([address, { nextNonce }]) => {
      const last = before.ledger.account.get(address)?.nextNonce ?? 0n;
      const settled = [...after.ledger.settled.keys()].filter((key) => key.startsWith(address));
      return nextNonce >= last && nextNonce <= last + 1n && BigInt(settled.length) === nextNonce;
    }),
  'signing-moves-nothing': ({ message, before, after }) =>
    message.type !== 'SubmitTransaction' ||
    (Object.keys(before.ledger) as (keyof typeof before.ledger)[]).every(
      (table) => table === 'account' || after.ledger[table] === before.ledger[table],
    ),
  'lock-exclusive': ({ after }) =>
    [...after.ledger.account].every(
      ([, { lock, nextNonce }]) => lock?.kind !== 'pending' || nonceOf(lock.envelope) === nextNonce,
    ),
  'funded-signature': ({ answer, message, before }) => {
    if (answer.type !== 'Signed') return true;
    const { sender, operations } = factsOf(envelopeIn(message).transaction).transaction;
    const [operation] = operations;
    const held = before.ledger.balance.get(balanceKey(sender, NATIVE_TOKEN_ID)) ?? 0n;
    return operation?.kind === 'TokenTransfer' && operation.amount <= held;
  },
  'signature-authentic': ({ answer, message }) => {
    if (answer.type === 'Rejected') return true;
    const { transaction, signature } = envelopeIn(message);
    const { signingBytes, transaction: said } = factsOf(transaction);
    return (
      signature.kind === 'Signature' &&
      VERIFIER.verify(said.sender, signingBytes, signature.signature)
    );
  },
  'certificate-valid': ({ answer, message, after }) =>
    answer.type !== 'Settled' ||
    message.type !== 'SubmitCertificate' ||
    hasTrueQuorum(message.certificate, after),
  'supply-conserved': ({ after }) => isConserved(after),
  'zero-is-absence': ({ after: { ledger } }) =>
    [...ledger.balance.values()].every((balance) => balance !== 0n),
  'persist-before-answer': ({ effects, before, after }) => {
    const types = effects.map(({ type }) => type);
    return (
      before === after || (types.length === 2 && types[0] === 'Persist' && types[1] === 'Reply')
    );
  },
  'refusal-changes-nothing': ({ answer, before, after }) =>
    answer.type !== 'Rejected' || before === after,
  idempotence: ({ validator, message, after, answer }) =>
    answer.type === 'Rejected' ||
    (sameAnswer(validator.ask(message), answer) && validator.state() === after),
  'digest-follows': ({ before, after, effects }) => {
    const writes = effects.flatMap((effect) => (effect.type === 'Persist' ? effect.writes : []));
    const digest = updateDigest(ledgerDigest(before.ledger), before.ledger, ledgerChanges(writes));
    return digest === ledgerDigest(after.ledger);
  },
  recoverable: ({ validator, after }) => {
    const recovered = createTestValidator({ store: validator.store }).state();
    return TABLE_NAMES.every((table) => {
      const records: Ledger[TableName] = recovered.ledger[table];
      const held = [...after.ledger[table]];
      return (
        held.length === records.size && held.every(([key, value]) => records.get(key) === value)
      );
    });
  },
} satisfies Readonly<Record<string, Check>>;

/** Names one of the checks. */
export type CheckName = keyof typeof CHECKS;

/** Runs a history on a validator and names the first of the given checks that fails. */
export function firstViolation(
  rules: ValidatorRules,
  history: readonly Action[],
  names: readonly CheckName[] = Object.keys(CHECKS) as CheckName[],
): CheckName | undefined {
  const validator = createTestValidator({ rules });
  const signed = new Map<string, string>();
  for (const action of history) {
    const before = validator.state();
    const message = messageOf(action, before);
    const effects = validator.hear(message);
    const [answer] = effects.flatMap((e) => (e.type === 'Reply' ? [e.result] : []));
    if (answer === undefined) throw new Error('a validator answers everything it hears');
    const observed = {
      validator,
      message,
      before,
      after: validator.state(),
      effects,
      answer,
      signed,
    };
    const failed = names.find((name) => !CHECKS[name](observed));
    if (failed !== undefined) return failed;
  }
  return undefined;
}

/** Tells whether the native balances, negative ones included, add up to the supply. */
export function isConserved({ ledger }: ValidatorState): boolean {
  const sum = [...ledger.balance.values()].reduce((total, balance) => total + balance, 0n);
  return sum === ledger.token.get(NATIVE_TOKEN_ID)?.supply;
}

/** Delivers certificates in one order; gives the digest that it ends with, or what was refused. */
export function outcomeOf(rules: ValidatorRules, order: readonly TransactionCertificate[]): string {
  const validator = createTestValidator({ rules });
  for (const certificate of order) {
    const answer = validator.deliver(certificate);
    if (answer.type !== 'Settled') return `refused nonce ${nonceOf(certificate.envelope)}`;
  }
  return formatDigest(ledgerDigest(validator.state().ledger));
}

function envelopeIn(message: ValidatorMessage): TransactionEnvelope {
  if (message.type === 'SubmitCertificate') return message.certificate.envelope;
  if (message.type !== 'SubmitTransaction') throw new Error('it carries no envelope');
  return message.envelope as TransactionEnvelope;
}

function nonceOf({ transaction }: TransactionEnvelope): bigint {
  return factsOf(transaction).transaction.nonce;
}

function sameAnswer(a: Result, b: Result): boolean {
  if (a.type === 'Signed') return b.type === 'Signed' && a.signature === b.signature;
  return a.type === 'Settled' && b.type === 'Settled' && a.transactionId === b.transactionId;
}

// Written independently, so that a wrong core does not judge itself.
function hasTrueQuorum(
  { envelope, signatures }: TransactionCertificate,
  { genesis }: ValidatorState,
): boolean {
  const { signingBytes } = factsOf(envelope.transaction);
  const valid = new Set<Address>();
  for (const [name, signature] of signatures) {
    const isMember = genesis.committee.members.some((m) => m.validator.address === name);
    if (isMember && VERIFIER.verify(name, signingBytes, signature)) valid.add(name);
  }
  return valid.size >= 3;
}
