import {
  factsOf,
  LIMITS,
  NATIVE_TOKEN_ID,
  type State,
  type StateKey,
  type TokenId,
} from '@quorate/protocol';
import type { LoadedRows, LoadRange, StoreRow } from '../../effect.ts';
import { balanceKey, cellKey, type Lock, NEW_ACCOUNT } from '../../ledger/ledger.ts';
import { byText } from '../../ledger/operations/token-creation.ts';
import type { AccountInfo, Filter, GetAccountInfo, Pending } from '../../message.ts';
import { addressRange, isHash, lastPart } from '../../store-keys.ts';
import type { ValidatorEnv } from '../rule-types.ts';
import { signedAs } from '../signed-as.ts';
import type { ValidatorState } from '../state.ts';
import { filterFault } from './filter.ts';

/**
 * Gives the store ranges for a query about an account (only whole lists are read), or says what is
 * wrong with the query.
 */
export function accountRanges(asked: GetAccountInfo): readonly LoadRange[] | string {
  const { address, tokenBalances, stateKeys } = asked;
  const fault = isHash(address)
    ? (filterFault('token ids', tokenBalances) ?? filterFault('state keys', stateKeys))
    : 'the address is 64 lowercase hex digits';
  if (fault !== undefined) return fault;
  return [
    addressRange('balance', address, tokenBalances === 'all' ? LIMITS.listEntries : 0),
    addressRange('cell', address, stateKeys === 'all' ? LIMITS.listEntries : 0),
  ].filter(({ limit }) => limit > 0);
}

/** Answers a query about an account (rule P12). */
export function accountInfo(
  state: ValidatorState,
  { address, tokenBalances, stateKeys }: GetAccountInfo,
  rows: LoadedRows,
  env: Pick<ValidatorEnv, 'signer' | 'verifier'>,
): AccountInfo {
  const { account, balance, cell } = state.ledger;
  const { nextNonce, lock } = account.get(address) ?? NEW_ACCOUNT;
  const balances = tokenBalances === 'all' ? rows[0] : [];
  const cells = stateKeys === 'all' ? rows.at(-1) : [];
  return {
    type: 'AccountInfo',
    address,
    balance: balance.get(balanceKey(address, NATIVE_TOKEN_ID)) ?? 0n,
    nextNonce,
    pending: pendingOf(lock, state, env),
    tokenBalances: listed<TokenId, bigint>(tokenBalances, balances, (id) =>
      balance.get(balanceKey(address, id)),
    ),
    stateCells: listed<StateKey, State>(stateKeys, cells, (key) => cell.get(cellKey(address, key))),
  };
}

function listed<Id extends string, Value>(
  filter: Filter<Id>,
  rows: readonly StoreRow[] = [],
  read: (id: Id) => Value | undefined,
): readonly (readonly [Id, Value])[] {
  if (filter === 'none') return [];
  const ids = filter === 'all' ? rows.map(({ key }) => lastPart(key) as Id) : filter;
  return [...new Set(ids)].sort(byText).flatMap((id) => {
    const value = read(id);
    return value === undefined ? [] : [[id, value] as const];
  });
}

function pendingOf(
  lock: Lock | undefined,
  state: ValidatorState,
  env: Pick<ValidatorEnv, 'signer' | 'verifier'>,
): Pending | undefined {
  if (lock?.kind !== 'pending') return lock;
  const { kind, envelope, signature } = lock;
  const { signingBytes } = factsOf(envelope.transaction);
  return { kind, envelope, signature, validator: signedAs(state, env, signingBytes, signature) };
}
