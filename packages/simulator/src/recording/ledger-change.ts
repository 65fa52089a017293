import {
  type Account,
  type Ledger,
  type Lock,
  NEW_ACCOUNT,
  type RecordChange,
} from '@quorate/core';
import { type Naming, shown } from '@quorate/network';
import { type Address, NATIVE_TOKEN_ID, transactionId } from '@quorate/protocol';

const DIGITS_SHOWN = 8;

/** Describes in clauses what a step changed in a ledger, such as "alice holds 900, had 1000". */
export function describeChanges(
  before: Ledger,
  changes: readonly RecordChange[],
  naming: Naming,
): readonly string[] {
  return changes.flatMap((change) => describe(before, change, naming));
}

function describe(before: Ledger, change: RecordChange, naming: Naming): readonly string[] {
  const { nameOf, labelOf } = naming;
  const [head = '', tail = ''] = change.key.split('/');
  const owner = nameOf(head as Address);
  switch (change.table) {
    case 'account':
      return accountChanges(owner, before.account.get(change.key), change.value);
    case 'balance': {
      const unit = tail === NATIVE_TOKEN_ID ? '' : ` ${labelOf(tail)}`;
      const held = before.balance.get(change.key) ?? 0n;
      return [`${owner} holds ${change.value ?? 0n}${unit}, had ${held}`];
    }
    case 'cell':
      return [
        `cell ${shown(tail)} of ${owner} ${cellText(before.cell.get(change.key), change.value)}`,
      ];
    case 'token': {
      const supply = before.token.get(change.key)?.supply ?? 0n;
      return [`supply of ${labelOf(head)} is ${change.value?.supply ?? 0n}, was ${supply}`];
    }
    case 'settled':
      return [`settled (${owner}, nonce ${BigInt(tail)}): ${short(change.value ?? '')}`];
    case 'update':
      return [`token ${labelOf(head)} took update ${BigInt(tail)}`];
    case 'config':
      return [`escrow terms ${labelOf(head)} are published`];
    case 'job':
      return [`job ${labelOf(head)} is ${change.value?.status ?? 'gone'}`];
    case 'request':
      return [
        `${owner} asks to ${change.value?.kind === 'Leave' ? 'leave' : 'join'} the committee`,
      ];
    case 'committee':
      return [`the committee of epoch ${head} is named`];
    case 'claim':
      return [`claim ${short(head)} is on record`];
    case 'signer':
      return [`the key of ${owner} has signed for others`];
  }
}

function accountChanges(
  owner: string,
  before: Account = NEW_ACCOUNT,
  after: Account = NEW_ACCOUNT,
): readonly string[] {
  const lock = lockText(after.lock);
  return [
    ...(after.nextNonce === before.nextNonce
      ? []
      : [`next nonce of ${owner} is ${after.nextNonce}, was ${before.nextNonce}`]),
    ...(lock === lockText(before.lock) ? [] : [`${owner} is ${lock}`]),
  ];
}

function lockText(lock: Lock | undefined): string {
  switch (lock?.kind) {
    case undefined:
      return 'free';
    case 'pending':
      return `locked on ${short(transactionId(lock.envelope.transaction))}`;
    case 'contested': {
      const rivals = lock.envelopes.map(({ transaction }) => short(transactionId(transaction)));
      return `contested by ${rivals.join(' and ')}`;
    }
  }
}

function cellText(before: string | undefined, after: string | undefined): string {
  const now = after === undefined ? 'is gone' : `is ${shown(after)}`;
  return before === undefined ? now : `${now}, was ${shown(before)}`;
}

function short(hex: string): string {
  return hex.slice(0, DIGITS_SHOWN);
}
