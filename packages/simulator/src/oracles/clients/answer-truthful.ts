import {
  type AccountInfo,
  balanceKey,
  type GetAccountInfo,
  type Ledger,
  NEW_ACCOUNT,
} from '@quorate/core';
import { LIMITS, NATIVE_TOKEN_ID, type StateKey, type TokenId } from '@quorate/protocol';
import { plainText } from '../../plain-text.ts';
import { idsHeld } from '../following/held-envelopes.ts';
import { createSettledLists, type SettledLists } from '../following/settled-lists.ts';
import { untrueOfAnswer } from '../following/told-in-answer.ts';
import { cellPlace } from '../model/cell-place.ts';
import type { Asked, GivenAnswer, Oracle, OracleContext, ValidatorStep } from '../oracle.ts';
import { heldFault } from './certificates-held.ts';
import { jobsHeldFault } from './jobs-held.ts';

type Input = ValidatorStep['observation']['input'];
type Observed = ValidatorStep['observation']['after'];

/**
 * What a correct validator answers about accounts, tokens and jobs is what its ledger holds. The
 * certificates that it shows are settled there, and it leaves out nothing that was asked for. Its
 * other answers are true too: with a signature, to a check, to a settlement, and about its epoch.
 *
 * Our addition to ledger.md, for rules P4, P7, P12, V9 and C4. Proxies compare the answers of
 * validators, so nobody else would notice something that all of them answer wrongly.
 */
export function answerTruthful({ nameOf }: Pick<OracleContext, 'nameOf'>): Oracle {
  const lists = createSettledLists();
  return {
    name: 'answer-truthful',
    kind: 'safety',
    noteSettlement: lists.note,
    afterAnswer: (answer) => {
      const { validator, result } = answer;
      const fault = faultOf(answer, lists);
      if (fault === undefined) return undefined;
      const of = result.type === 'AccountInfo' ? nameOf(result.address) : result.type;
      return {
        message: `${validator} told of ${of} ${fault}, which is not what it holds`,
        facts: { validator, of, fault },
      };
    },
  };
}

function faultOf(
  { validator, result, step: { observation }, asked }: GivenAnswer,
  lists: SettledLists,
): string | undefined {
  const { input } = observation;
  const { ledger } = observation.after;
  switch (result.type) {
    case 'AccountInfo':
      return (
        accountFault(result, observation.after) ??
        omittedOf(result, input, ledger) ??
        (isOf(asked, 'GetAccountInfo') ? unlistedOf(result, asked, ledger) : undefined)
      );
    case 'TokenInfo':
      return recordFault(result.tokens, askedIds(input), ledger.token);
    case 'EscrowJobs':
      return (
        recordFault(result.jobs, askedIds(input), ledger.job) ??
        (isOf(asked, 'GetEscrowJobs') ? jobsHeldFault(result, asked, ledger) : undefined)
      );
    case 'Certificates':
      return isOf(asked, 'GetCertificates')
        ? heldFault({ validator, asked, result, ledger, lists })
        : undefined;
    default:
      return untrueOfAnswer(result, observation);
  }
}

function isOf<T extends Asked['query']['type']>(
  asked: Asked | undefined,
  type: T,
): asked is Asked<Extract<Asked['query'], { readonly type: T }>> {
  return asked?.query.type === type;
}

function accountFault(
  info: AccountInfo,
  { ledger: { account, balance, cell }, handover }: Observed,
): string | undefined {
  const { address, nextNonce, tokenBalances, stateCells, pending } = info;
  const held = account.get(address) ?? NEW_ACCOUNT;
  if (nextNonce !== held.nextNonce) return `the next nonce ${nextNonce}`;
  const native = balance.get(balanceKey(address, NATIVE_TOKEN_ID)) ?? 0n;
  if (info.balance !== native) return `a balance of ${info.balance}`;
  const token = tokenBalances.find(([id, told]) => balance.get(balanceKey(address, id)) !== told);
  if (token !== undefined) return `a balance of ${token[1]} of the token ${token[0]}`;
  const state = stateCells.find(([key, told]) => cell.get(cellPlace(address, key)) !== told);
  if (state !== undefined) return `the state ${state[1]} in the cell ${state[0]}`;
  if (idsHeld(pending) !== idsHeld(held.lock)) return 'something else as pending';
  if (pending?.kind !== 'pending' || held.lock?.kind !== 'pending') return undefined;
  if (pending.signature !== held.lock.signature) return 'another signature of what is pending';
  // A transaction held since a handover was not signed here, and a validator that has lost its seat
  // signed as a member.
  const { seat = pending.validator } = pending.signature === undefined ? {} : handover;
  return seat === pending.validator ? undefined : 'what is pending as signed by another';
}

/** Finds something that was asked for by name, or read for the answer, is held, and is left out. */
function omittedOf(
  { address, tokenBalances, stateCells }: AccountInfo,
  input: Input,
  { balance, cell }: Ledger,
): string | undefined {
  const tokens = new Set<string>(tokenBalances.map(([id]) => id));
  const cells = new Set<string>(stateCells.map(([key]) => key));
  const lacks = (table: string, id: string): boolean =>
    table === 'balance'
      ? !tokens.has(id) && balance.get(balanceKey(address, id as TokenId)) !== undefined
      : !cells.has(id) && cell.get(cellPlace(address, id as StateKey)) !== undefined;
  const wanted = wantedIn(input).find(([table, id]) => lacks(table, id));
  return wanted === undefined ? undefined : `nothing of the ${wanted[0]} ${wanted[1]}`;
}

/**
 * Finds something in a list asked for as a whole that was held all along and is left out: the
 * reading may have lost it.
 */
function unlistedOf(
  { address, tokenBalances, stateCells }: AccountInfo,
  { query, ledger: before }: Asked<GetAccountInfo>,
  { balance, cell }: Ledger,
): string | undefined {
  const lists = [
    ['balance', query.tokenBalances, tokenBalances, before.balance, balance],
    ['cell', query.stateKeys, stateCells, before.cell, cell],
  ] as const;
  for (const [table, filter, told, was, is] of lists) {
    if (filter !== 'all' || told.length >= LIMITS.listEntries) continue;
    const listed = new Set<string>(told.map(([id]) => id));
    for (const [key] of was) {
      const [owner, id = ''] = key.split('/');
      const isOwed = owner === address && is.get(key) !== undefined;
      if (isOwed && !listed.has(id)) return `nothing of the ${table} ${id}`;
    }
  }
  return undefined;
}

function wantedIn(input: Input): readonly (readonly [table: string, id: string])[] {
  if (input.type === 'Message' && input.message.type === 'GetAccountInfo') {
    const { tokenBalances, stateKeys } = input.message;
    return [...named('balance', tokenBalances), ...named('cell', stateKeys)];
  }
  if (input.type !== 'Loaded') return [];
  return input.rows.flat().flatMap(({ key }) => {
    const [table = '', , id = ''] = key.split('/');
    return table === 'balance' || table === 'cell' ? [[table, id] as const] : [];
  });
}

function named(table: string, filter: 'none' | 'all' | readonly string[]) {
  return typeof filter === 'string' ? [] : filter.map((id) => [table, id] as const);
}

function askedIds(input: Input): readonly string[] {
  if (input.type !== 'Message') return [];
  const { message } = input;
  if (message.type === 'GetTokenInfo') return message.tokenIds;
  if (message.type !== 'GetEscrowJobs' || message.select.by !== 'Id') return [];
  return message.select.jobIds;
}

function recordFault(
  told: readonly (readonly [string, object])[],
  asked: readonly string[],
  held: { get(key: string): object | undefined },
): string | undefined {
  // Compared by content, because data from another thread is a copy.
  const wrong = told.find(([id, record]) => {
    const own = held.get(id);
    return own === undefined || plainText(record) !== plainText(own);
  });
  if (wrong !== undefined) return `a record of ${wrong[0]}`;
  const known = new Set(told.map(([id]) => id));
  const omitted = asked.find((id) => held.get(id) !== undefined && !known.has(id));
  return omitted === undefined ? undefined : `nothing of ${omitted}`;
}
