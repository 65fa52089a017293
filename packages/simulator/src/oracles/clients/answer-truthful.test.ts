import {
  type AccountInfo,
  balanceKey,
  cellKey,
  type Lock,
  type Result,
  VALIDATOR_RULES,
} from '@quorate/core';
import {
  type Address,
  type EscrowJobId,
  NATIVE_TOKEN_ID,
  type Signature,
  type State,
  type StateKey,
  type TokenId,
} from '@quorate/protocol';
import { addressOf } from '@quorate/testkit';
import { describe, expect, it } from 'vitest';
import { envelopeOf } from '../../../test/envelopes.ts';
import { violationsOf } from '../../../test/oracle-findings.ts';
import { pay, scenarioOf } from '../../../test/scenarios.ts';
import { runScenario } from '../../run-scenario.ts';
import { createAnswerQueue } from '../following/answer-queue.ts';
import { answerTruthful } from './answer-truthful.ts';

const alice = addressOf('alice') as Address;
const GOLD = '07'.repeat(32) as TokenId;
const SILVER = '08'.repeat(32) as TokenId;
const CELL = '09'.repeat(32) as StateKey;
const FULL = '0a'.repeat(32) as State;
const JOB = '0b'.repeat(32) as EscrowJobId;
const envelope = envelopeOf(alice, { kind: 'LeaveCommittee' }, 3n);
const other = envelopeOf(alice, { kind: 'StateReset', key: CELL, resetState: FULL }, 3n);
const LOCK = { kind: 'pending', envelope, signature: undefined } as Lock;

const ledger = {
  account: new Map([[alice, { nextNonce: 3n, lock: LOCK, creditCount: 1 }]]),
  balance: new Map([
    [balanceKey(alice, NATIVE_TOKEN_ID), 10n],
    [balanceKey(alice, GOLD), 5n],
  ]),
  cell: new Map([[cellKey(alice, CELL), FULL]]),
  token: new Map([[GOLD, { supply: 5n, description: undefined }]]),
  job: new Map([[JOB, { status: 'Funded', providerFee: 1n }]]),
};

const RIGHT: AccountInfo = {
  type: 'AccountInfo',
  address: alice,
  balance: 10n,
  nextNonce: 3n,
  pending: { kind: 'pending', envelope, validator: addressOf('v1'), signature: undefined },
  tokenBalances: [[GOLD, 5n]],
  stateCells: [[CELL, FULL]],
};

/** Has v1 answer a question about what it holds. */
function findingOf(result: Result, input: object) {
  const observation = { input, after: { ledger } };
  const answer = { validator: 'v1', result, step: { observation } };
  return answerTruthful({ nameOf: () => 'alice' }).afterAnswer?.(answer as never)?.facts['fault'];
}

/** Has v1 read its disk for an answer, and find nothing there. */
function faultOfReading(result: AccountInfo, lists: object, before: object = ledger) {
  const queue = createAnswerQueue();
  const message = { type: 'GetAccountInfo', requestId: '1', address: alice, ...lists };
  const step = (input: object, held: object, effects: readonly object[]) => ({
    validator: 'v1',
    now: () => 0n,
    observation: { input, after: { ledger: held }, effects },
  });
  const reply = { type: 'Reply', to: 'p1', requestId: '1', result };
  queue.add(step({ type: 'Message', from: 'p1', message }, before, []) as never);
  queue.add(step({ type: 'Loaded', rows: [] }, ledger, [reply]) as never);
  const answer = queue.sent('1', result);
  return answerTruthful({ nameOf: () => 'alice' }).afterAnswer?.(answer as never)?.facts['fault'];
}

const asking = (message: object) => ({ type: 'Message', from: 'p1', message });
const ASKED = asking({ type: 'GetAccountInfo', tokenBalances: [GOLD, SILVER], stateKeys: [CELL] });
const LOADED = {
  type: 'Loaded',
  rows: [
    [{ key: `balance/${balanceKey(alice, GOLD)}`, value: 5n }],
    [{ key: `cell/${cellKey(alice, CELL)}`, value: FULL }],
  ],
};

describe('answer-truthful', () => {
  it.each([
    ['by name', ASKED],
    ['as they were read', LOADED],
  ])('has nothing against what the ledger holds, asked for %s', (_, input) => {
    expect(findingOf(RIGHT, input)).toBe(undefined);
  });

  it.each<[string, Partial<AccountInfo>, string]>([
    ['another nonce', { nextNonce: 2n }, 'the next nonce 2'],
    ['half of a balance', { balance: 5n }, 'a balance of 5'],
    ['another balance of a token', { tokenBalances: [[GOLD, 4n]] }, 'a balance of 4 of the token'],
    ['no token', { tokenBalances: [] }, 'nothing of the balance'],
    ['a token of which it holds none', { tokenBalances: [[SILVER, 1n]] }, 'a balance of 1'],
    ['another state', { stateCells: [[CELL, GOLD as string as State]] }, 'in the cell'],
    ['no cell', { stateCells: [] }, 'nothing of the cell'],
    ['nothing pending', { pending: undefined }, 'something else as pending'],
    [
      'a rival as pending',
      { pending: { kind: 'contested', envelopes: [envelope, other] } },
      'something else as pending',
    ],
  ])('P7 finds a validator that shows %s', (_, wrong, fault) => {
    expect(findingOf({ ...RIGHT, ...wrong }, ASKED)).toContain(fault);
    expect(findingOf({ ...RIGHT, ...wrong }, LOADED)).toContain(fault);
  });

  it('P7 finds a validator that shows what it has signed under another signature or name', () => {
    const [own, forged] = ['0c', '0d'].map((byte) => byte.repeat(64)) as [Signature, Signature];
    const lock = { kind: 'pending', envelope, signature: own } as const;
    const held = new Map([[alice, { nextNonce: 3n, lock, creditCount: 1 }]]);
    const after = { ledger: { ...ledger, account: held }, handover: { seat: addressOf('v1') } };
    const told = (pending: object) => {
      const result = { ...RIGHT, pending: { ...RIGHT.pending, ...pending } };
      const step = { observation: { input: ASKED, after } };
      const { afterAnswer } = answerTruthful({ nameOf: () => 'alice' });
      return afterAnswer?.({ validator: 'v1', result, step } as never)?.facts['fault'];
    };
    expect(told({ signature: own })).toBeUndefined();
    expect(told({})).toBe('another signature of what is pending');
    expect(told({ signature: forged })).toBe('another signature of what is pending');
    expect(told({ signature: own, validator: addressOf('v2') })).toContain('signed by another');
  });

  it('P7 finds a validator that reads less from its disk than it was asked for', () => {
    const native = [NATIVE_TOKEN_ID, 10n] as const;
    const all = { ...RIGHT, tokenBalances: [[GOLD, 5n], native] as const };
    const asked = { tokenBalances: 'all', stateKeys: 'all' };
    expect(faultOfReading(all, asked)).toBe(undefined);
    expect(faultOfReading({ ...all, stateCells: [] }, asked)).toContain('nothing of the cell');
    expect(faultOfReading(RIGHT, asked)).toContain(`nothing of the balance ${NATIVE_TOKEN_ID}`);
    const none = { ...RIGHT, tokenBalances: [], stateCells: [] };
    expect(faultOfReading(none, { tokenBalances: 'none', stateKeys: 'none' })).toBe(undefined);
    // What has come since it was asked may be told, or not.
    const before = { ...ledger, balance: new Map(), cell: new Map() };
    expect(faultOfReading(none, asked, before)).toBe(undefined);
  });

  it('P7 finds a validator that shows tokens and jobs otherwise than it holds them, or leaves them out', () => {
    const tokens = asking({ type: 'GetTokenInfo', tokenIds: [GOLD, SILVER] });
    const jobs = asking({ type: 'GetEscrowJobs', select: { by: 'Id', jobIds: [JOB] } });
    const told = (list: readonly (readonly [TokenId, object])[]) =>
      findingOf({ type: 'TokenInfo', tokens: list } as Result, tokens);
    expect(told([[GOLD, { supply: 5n, description: undefined }]])).toBe(undefined);
    expect(told([[GOLD, { supply: 6n, description: undefined }]])).toContain('a record of');
    expect(told([])).toContain('nothing of');
    const listed = (list: readonly (readonly [EscrowJobId, object])[]) =>
      findingOf({ type: 'EscrowJobs', jobs: list } as Result, jobs);
    expect(listed([[JOB, { status: 'Funded', providerFee: 1n }]])).toBe(undefined);
    expect(listed([[JOB, { status: 'Completed', providerFee: 1n }]])).toContain('a record of');
    expect(listed([])).toContain('nothing of');
  });

  it('looks at what validators tell in a run, and is silent about correct ones', () => {
    const scenario = scenarioOf({
      clients: { alice: { balance: 10 }, bob: {} },
      steps: { alice: [pay('bob', 4), { op: 'read' }], bob: [{ op: 'read', of: 'alice' }] },
    });
    const result = runScenario(scenario, { validatorRules: VALIDATOR_RULES });
    const report = result.oracles.find(({ name }) => name === 'answer-truthful');
    expect(report?.checks).toBeGreaterThan(0);
    expect(violationsOf('answer-truthful', result)).toBe(0);
  });
});
