import { type Ledger, nonceKey, type ValidatorMessage, type ValidatorState } from '@quorate/core';
import {
  type Address,
  factsOf,
  NATIVE_TOKEN_ID,
  type Signature,
  transactionId,
} from '@quorate/protocol';
import { describe, expect, it } from 'vitest';
import { envelopeOf } from '../../test/envelopes.ts';
import { supplyConserved } from './assets/supply-conserved.ts';
import { idempotence } from './nodes/idempotence.ts';
import type { GivenAnswer, Retrospect, ValidatorAtRest, ValidatorStep } from './oracle.ts';
import { nonceGapless } from './settlement/nonce-gapless.ts';
import { settledForever } from './settlement/settled-forever.ts';

const alice = '01'.repeat(32) as Address;
const names = { nameOf: () => 'alice' };
const envelope = envelopeOf(alice, { kind: 'LeaveCommittee' });
const certificate = { envelope, signatures: [] };
const id = transactionId(envelope.transaction);
const key = nonceKey(alice, 0n);

const NOTHING = new Map<never, never>();

/** A ledger in which the tables that are not given are empty. */
function ledgerOf(tables: object): Ledger {
  const none = {
    account: NOTHING,
    balance: NOTHING,
    token: NOTHING,
    job: NOTHING,
    settled: NOTHING,
  };
  return { ...none, ...tables } as unknown as Ledger;
}

const empty = ledgerOf({});
const holding = ledgerOf({ settled: new Map([[key, id]]) });

/** A validator at rest, with what it holds in memory. */
function validator(name: string, ledger: Ledger): ValidatorAtRest {
  const state = { ledger, handover: { unshown: new Set() } } as unknown as ValidatorState;
  return { name, state, stored: state, delivered: state };
}

function retrospect(parts: Partial<Retrospect>): Retrospect {
  const idle = { validators: [], disks: [], certificates: [], shuffle: <T>(list: T) => list };
  return { ...idle, ...parts } as unknown as Retrospect;
}

/** A step of a validator that makes these changes. */
function step(changes: readonly object[], [before, after] = [empty, empty]): ValidatorStep {
  const observation = { before: { ledger: before }, after: { ledger: after } };
  return { validator: 'v1', observation, changes } as unknown as ValidatorStep;
}

describe('settled-forever', () => {
  /** An oracle that has heard of two validators that the payment has settled. */
  function told() {
    const oracle = settledForever(names);
    const message = { type: 'SubmitCertificate', requestId: 'r', certificate };
    const observation = { input: { type: 'Message', from: 'p1', message } };
    for (const name of ['v1', 'v2']) {
      const result = { type: 'Settled', transactionId: id, createdTokens: [] };
      const answer = { validator: name, result, step: { observation } };
      oracle.noteAnswer?.(answer as unknown as GivenAnswer);
    }
    return oracle;
  }
  const start = { served: 0, unsent: [] };
  const lost = 'v2 reported (alice, nonce 0) settled and holds nothing there';

  it('finds a validator that comes up without what it has reported', () => {
    expect(told().afterStart?.({ validator: 'v1', ledger: holding, ...start })).toBeUndefined();
    expect(told().afterStart?.({ validator: 'v3', ledger: empty, ...start })).toBeUndefined();
    const finding = told().afterStart?.({ validator: 'v2', ledger: empty, ...start });
    expect(finding?.message).toBe(lost);
  });

  it('finds it in the end in memory, and on the disk of one that is down', () => {
    const validators = [validator('v1', holding), validator('v2', empty)];
    const disks = [
      { name: 'v1', ledger: holding },
      { name: 'v2', ledger: empty },
    ] as never;
    expect(told().atRest?.(retrospect({ validators }))?.message).toBe(lost);
    expect(told().atRest?.(retrospect({ disks }))?.message).toBe(lost);
    expect(told().atRest?.(retrospect({ validators: validators.slice(0, 1) }))).toBeUndefined();
  });
});

describe('nonce-gapless', () => {
  const account = (nextNonce: bigint) => ({ nextNonce });
  const counted = { table: 'account', key: alice, was: account(0n), value: account(1n) };
  const settled = { table: 'settled', key, was: undefined, value: id };
  const ledgerAt = (nextNonce: bigint) =>
    ledgerOf({ account: new Map([[alice, account(nextNonce)]]) });

  it('finds what settles at a nonce at which something has settled', () => {
    const oracle = nonceGapless(names);
    expect(oracle.afterStep?.(step([settled, counted]))).toBeUndefined();
    const again = { ...settled, was: 'another' };
    const finding = oracle.afterStep?.(step([again, counted]));
    expect(finding?.message).toBe('v1 took the nonce of alice from 0 to 1');
  });

  it('finds a nonce that is counted on in memory alone', () => {
    const oracle = nonceGapless(names);
    const only = (to: bigint) => step([settled], [ledgerAt(0n), ledgerAt(to)]);
    expect(oracle.afterStep?.(only(1n))).toBeUndefined();
    expect(oracle.afterStep?.(only(2n))?.message).toBe('v1 took the nonce of alice from 0 to 2');
  });
});

it('supply-conserved finds in the end what no step has shown it', () => {
  const balance = new Map([[`${alice}/${NATIVE_TOKEN_ID}`, 7n]]);
  const supplyOf = (supply: bigint) =>
    ledgerOf({ balance, token: new Map([[NATIVE_TOKEN_ID, { supply }]]) });
  const ending = (supply: bigint) =>
    supplyConserved().atRest?.(retrospect({ validators: [validator('v1', supplyOf(supply))] }));
  expect(ending(7n)).toBeUndefined();
  expect(ending(9n)?.message).toContain(`lost 2 of token ${NATIVE_TOKEN_ID} to nothing`);
});

describe('idempotence', () => {
  const lock = { kind: 'pending', envelope, signature: '00'.repeat(64) as Signature };
  const locked = ledgerOf({ account: new Map([[alice, { nextNonce: 0n, lock }]]) });

  /** Ends a run of a validator that changes its state when it hears such a message again. */
  function ending(ledger: Ledger, isTaken: (message: ValidatorMessage) => boolean) {
    const run = retrospect({
      validators: [validator('v1', ledger)],
      certificates: [certificate],
      step: (_, state, message) =>
        ({ state: isTaken(message) ? { ...state } : state }) as ReturnType<Retrospect['step']>,
    });
    return idempotence().atRest?.(run)?.facts;
  }

  it.each(['SubmitCertificate', 'SubmitTransaction'])(
    'S2 finds what hears a %s again of what has settled',
    (type) => {
      const requestId = `again:${factsOf(envelope.transaction).id}`;
      expect(ending(holding, () => false)).toBeUndefined();
      expect(ending(holding, (message) => message.type === type)).toEqual({
        validator: 'v1',
        message: type,
        request: requestId,
      });
    },
  );

  it('V4 finds a validator that changes its state when it hears again what it has signed', () => {
    expect(ending(locked, () => false)).toBeUndefined();
    expect(ending(locked, () => true)).toMatchObject({ message: 'SubmitTransaction' });
  });
});
