import {
  applyChanges,
  type Committee,
  EMPTY_LEDGER,
  faultyMax,
  nonceKey,
  PROXY_RULES,
  quorumSize,
} from '@quorate/core';
import type { TransactionId } from '@quorate/protocol';
import { addressOf } from '@quorate/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pay, scenarioOf } from '../../../test/scenarios.ts';
import { runScenario } from '../../run-scenario.ts';
import { type CommitteeBook, createCommitteeBook } from '../committee-book.ts';
import type { Disk, GivenSuccess, Retrospect, Settled } from '../oracle.ts';
import { noLostAck, proxyTruthful } from './acknowledgements.ts';

function committeeOf(epoch: number, names: readonly string[]): Committee {
  const members = names.map((host) => ({
    validator: { address: addressOf(host), host, rpcPort: 0 },
    operator: addressOf(`operator of ${host}`),
  }));
  return { epoch, members };
}

const OLD = ['v1', 'v2', 'v3', 'v4'];
const NEXT = ['v5', 'v6', 'v7', 'v8'];
const COMMITTEES = [committeeOf(0, OLD), committeeOf(1, NEXT)] as const;

/** Tells whether a success is found to be untrue: signed by these, settled by those. */
function isFound(
  signers: readonly string[],
  settled: readonly string[],
  { unseen = [], liars = [] }: Partial<Record<'unseen' | 'liars', readonly string[]>> = {},
  role: GivenSuccess['role'] = 'proxy',
): boolean {
  const committees = { ...createCommitteeBook(COMMITTEES[0]), all: () => COMMITTEES };
  const isCorrect = (name: string) => !liars.includes(name);
  const oracle = proxyTruthful({ committees, unseen, isCorrect });
  const facts = { id: 'ab'.repeat(32) };
  for (const validator of settled) oracle.noteSettlement?.({ validator, facts } as Settled);
  const signatures = signers.map((name) => [addressOf(name), '']);
  const success = { by: 'p1', role, certificate: { signatures }, facts };
  return oracle.afterSuccess?.(success as unknown as GivenSuccess) !== undefined;
}

describe('proxy-truthful', () => {
  it('P3 finds a success for another transaction than the one asked for', () => {
    const committees = createCommitteeBook(COMMITTEES[0]);
    const oracle = proxyTruthful({ committees });
    const facts = { id: 'ab'.repeat(32) };
    for (const validator of OLD) oracle.noteSettlement?.({ validator, facts } as Settled);
    const certificate = { signatures: OLD.map((name) => [addressOf(name), '']) };
    const answered = (asked: string | undefined) =>
      oracle.afterSuccess?.({
        by: 'p1',
        role: 'proxy',
        asked,
        certificate,
        facts,
      } as unknown as GivenSuccess);
    expect(answered('cd'.repeat(32))?.message).toBe(
      'p1 answered success with the certificate of something else',
    );
    expect([answered(facts.id), answered(undefined)]).toEqual([undefined, undefined]);
  });

  it('P1 takes a quorum of the epoch that signed, or of a later one', () => {
    expect(isFound(OLD, ['v1', 'v2', 'v3'])).toBe(false);
    expect(isFound(OLD, ['v5', 'v6', 'v7'])).toBe(false);
    expect(isFound(NEXT, ['v5', 'v6', 'v7'])).toBe(false);
    expect(isFound(OLD, ['v1', 'v2'])).toBe(true);
    expect(isFound(OLD, ['v1', 'v2', 'v5'])).toBe(true);
  });

  it('does not take those of an epoch before the one that signed', () => {
    expect(isFound(NEXT, ['v1', 'v2', 'v3', 'v4'])).toBe(true);
  });

  it('leaves to its proxy what a client shows its user', () => {
    expect(isFound(OLD, ['v1'], {}, 'client')).toBe(false);
  });

  it.each(['unseen', 'liars'])('counts as settled at members who are %s', (dark) => {
    const members = ['v1', 'v2'];
    expect(isFound(OLD, members, { [dark]: ['v3'] })).toBe(false);
    expect(isFound(OLD, ['v1'], { [dark]: ['v3'] })).toBe(true);
    // More than f, and it may have believed every one of them.
    expect(isFound(OLD, ['v1'], { [dark]: ['v3', 'v4'] })).toBe(false);
    expect(isFound(OLD, members, { [dark]: ['v9', 'v10'] })).toBe(true);
    expect(isFound(NEXT, ['v5', 'v6'], { [dark]: ['v1'] })).toBe(true);
  });

  it('P1 finds a proxy that is content with one validator less than a quorum', () => {
    const taking = (mean: string) => ({ delay: { dist: 'const', mean } });
    const links = ['v3', 'v4'].map((to) => ({ from: 'p1', to, ...taking('60 ms') }));
    const payment = scenarioOf({
      clients: { alice: { balance: 10 }, bob: {} },
      network: { default: taking('10 ms'), links },
      steps: { alice: [pay('bob', 1)] },
    });
    const settledEnough = (size: number) => quorumSize(size) - 1;
    const wrong = runScenario(payment, { proxyRules: { ...PROXY_RULES, settledEnough } });
    expect(wrong.verdict).toBe('violation:proxy-truthful');
    expect(runScenario(payment).verdict).toBe('pass');
  });
});

/** A success of a transaction that these certified, as a correct proxy gives it out. */
function successBy(signers: readonly string[], parts: object = {}): GivenSuccess {
  const transaction = { sender: addressOf('alice'), nonce: 0n };
  const certificate = { signatures: signers.map((name) => [addressOf(name), '']) };
  const facts = { id: ID, transaction };
  return { by: 'p1', role: 'proxy', certificate, facts, ...parts } as unknown as GivenSuccess;
}

const ID = 'ab'.repeat(32) as TransactionId;

function diskOf(name: string, hasSettled: boolean): Disk {
  const key = nonceKey(addressOf('alice'), 0n);
  const changes = hasSettled ? [{ table: 'settled', key, value: ID } as const] : [];
  return { name, ledger: applyChanges(EMPTY_LEDGER, changes) };
}

/** Where a run with two committees stands at its end. */
interface End {
  readonly settled: readonly string[];
  readonly handedOnSince: number | undefined;
  /** Those whose disks cannot be read. */
  readonly dark?: readonly string[];
  readonly signers?: readonly string[];
  readonly isLeaked?: CommitteeBook['isLeaked'];
  /** What was given out; by default one success, signed by `signers`. */
  readonly given?: readonly GivenSuccess[];
}

/** Tells what `no-lost-ack` says of a success, once `NEXT` is the committee that runs. */
function lostAt({ settled, handedOnSince, dark = [], isLeaked, ...rest }: End) {
  const { signers = OLD, given = [successBy(signers)] } = rest;
  const book = createCommitteeBook(COMMITTEES[0]);
  const committees = {
    ...book,
    all: () => COMMITTEES,
    running: () => COMMITTEES[1],
    isLeaked: isLeaked ?? book.isLeaked,
  };
  const oracle = noLostAck({ committees, nameOf: (address) => address });
  for (const success of given) oracle.noteSuccess?.(success);
  const disks = [...OLD, ...NEXT]
    .filter((name) => !dark.includes(name))
    .map((name) => diskOf(name, settled.includes(name)));
  return oracle.atRest?.({ disks, handedOnSince } as unknown as Retrospect);
}

describe('no-lost-ack', () => {
  it('takes a quorum of the present committee, less the members whose disks cannot be read', () => {
    const members = fc.record({
      settled: fc.subarray(NEXT),
      dark: fc.subarray(NEXT, { maxLength: faultyMax(NEXT.length) }),
    });
    fc.assert(
      fc.property(members, ({ settled, dark }) => {
        const seen = settled.filter((name) => !dark.includes(name)).length;
        const isLost = seen + dark.length < quorumSize(NEXT.length);
        const found = lostAt({ settled: [...OLD, ...settled], dark, handedOnSince: 0 });
        expect(found !== undefined).toBe(isLost);
      }),
      { seed: 1 },
    );
  });

  it('says which members of the present committee have settled it', () => {
    expect(lostAt({ settled: [...OLD, 'v6'], handedOnSince: 0 })?.facts).toMatchObject({
      transaction: ID,
      settled: 'v6',
    });
  });

  it.each([
    ['what is not known to have been handed on', { settled: OLD, handedOnSince: undefined }],
    ['what an earlier epoch settled than those that handed on', { settled: OLD, handedOnSince: 1 }],
    [
      'what the committee that runs has signed',
      { settled: NEXT.slice(2), handedOnSince: 0, signers: NEXT },
    ],
    ['what leaked keys have signed', { settled: OLD, handedOnSince: 0, isLeaked: () => true }],
    [
      'what a leaked key has signed beside keys that were safe',
      { settled: OLD, handedOnSince: 0, isLeaked: (key: string) => key === addressOf('v2') },
    ],
    [
      'what a later acknowledgement rests on keys that were safe for',
      {
        ...{ settled: OLD, handedOnSince: 0, isLeaked: (key: string) => key === addressOf('v4') },
        given: [successBy(OLD), successBy(OLD.slice(0, 3))],
      },
    ],
    [
      'what the committee that runs has signed before an earlier one was told to have',
      { settled: NEXT.slice(2), handedOnSince: 0, given: [successBy(NEXT), successBy(OLD)] },
    ],
    [
      'what the committee that runs has signed after an earlier one',
      { settled: NEXT.slice(2), handedOnSince: 0, given: [successBy(OLD), successBy(NEXT)] },
    ],
  ])('asks for no more than q - f anywhere of %s', (_, end) => {
    expect(lostAt(end)).toBeUndefined();
  });

  it('asks nothing of disks that cannot be read, more than f of them included', () => {
    const dark = OLD.slice(1);
    expect(lostAt({ settled: OLD, dark, handedOnSince: undefined })).toBeUndefined();
    const end = { settled: [], dark: dark.slice(1), handedOnSince: undefined };
    expect(lostAt(end)?.facts).toMatchObject({ transaction: ID });
  });

  it('asks for q - f of one committee in any case', () => {
    expect(lostAt({ settled: ['v1', 'v5'], handedOnSince: undefined })).toMatchObject({
      facts: { disks: 'v1 v5' },
    });
  });

  it('asks of every acknowledgement, whatever the first one says', () => {
    const id = 'cd'.repeat(32);
    const facts = { id, transaction: { sender: addressOf('bob'), nonce: 0n } };
    const given = [successBy(OLD), successBy(OLD, { facts })];
    expect(lostAt({ settled: OLD, handedOnSince: undefined, given })?.facts).toMatchObject({
      transaction: id,
    });
  });

  it('asks nothing of what only a client has shown its user', () => {
    const given = [successBy(OLD, { by: 'alice', role: 'client' })];
    expect(lostAt({ settled: [], handedOnSince: undefined, given })).toBeUndefined();
  });
});
