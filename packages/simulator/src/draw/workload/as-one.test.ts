import { describe, expect, it } from 'vitest';
import { act, type Line, transaction } from '../../arbitraries/plots/scene.ts';
import type { OperationStep } from '../../scenario/steps/step.ts';
import { DEFAULT_SWARM } from '../../scenario/swarm/swarm.ts';
import { drawsOf } from '../draw.ts';
import { asOne } from './as-one.ts';

const ALICE = { name: 'alice', balance: 1n, proxy: 'p1' };
const BOB = { name: 'bob', balance: 1n, proxy: 'p1' };
const TREASURY = { name: 'treasury', signers: ['alice', 'bob'], quorum: 2, balance: 9n };
const TOKEN = { as: 'gold', name: 'gold', decimals: 0, amount: 1n } as const;
const PAY: OperationStep = { op: 'pay', to: 'carol', amount: 1n, token: undefined };
const LEAVE: OperationStep = { op: 'leave-committee' };
const SEEDS = Array.from({ length: 200 }, (_, seed) => BigInt(seed));
/** The lines of carol, whose place the account takes: of the cast, alice and bob do nothing. */
const cast = [ALICE, BOB, { name: 'carol', balance: 1n, proxy: 'p1' }];

interface Place {
  readonly accounts?: readonly (typeof TREASURY)[];
  readonly cast?: readonly (typeof ALICE & { readonly operates?: string })[];
  readonly shared?: number;
  readonly of?: string;
}

/** Gives all that is drawn with many seeds, each once. */
function drawn(lines: readonly Line[], place: Place = {}): readonly (readonly Line[])[] {
  const { accounts = [TREASURY], shared = 1, of } = place;
  const swarm = { ...DEFAULT_SWARM, operations: { ...DEFAULT_SWARM.operations, shared } };
  const fees = of === undefined ? undefined : { token: { of } };
  const around = { cast: place.cast ?? cast, swarm, cluster: { accounts, fees } as never };
  return SEEDS.map((seed) => asOne(lines, around, drawsOf(seed)));
}

/** Gives the run of the first seed in which the account takes the place of a client. */
function stoodIn(lines: readonly Line[], place: Place = {}): readonly Line[] {
  const found = drawn(lines, place).find((each) => each !== lines);
  if (found === undefined) throw new Error('the account never takes part');
  return found;
}

const together = (client: string, ...operations: readonly OperationStep[]): Line => ({
  client,
  step: transaction(operations, 'treasury'),
});

const clientsOf = (lines: readonly Line[]) => lines.map(({ client }) => client);

describe('an account that stands in for a client', () => {
  it('takes its place in some runs, with as many members as it takes', () => {
    const lines = [act('carol', LEAVE)];
    const all = drawn(lines);
    const taking = all.filter((each) => each !== lines);
    expect(taking.length).toBeGreaterThan(SEEDS.length * 0.3);
    expect(taking.length).toBeLessThan(SEEDS.length * 0.5);
    for (const each of taking) {
      expect(each).toHaveLength(2);
      expect(new Set(clientsOf(each))).toEqual(new Set(['alice', 'bob']));
      expect(each.map(({ step }) => step)).toEqual(
        each.map(({ client }) => together(client, LEAVE).step),
      );
    }
    const alone = drawn(lines, { accounts: [{ ...TREASURY, quorum: 1 }] });
    const signers = alone.filter((each) => each !== lines).flatMap(clientsOf);
    expect(new Set(signers)).toEqual(new Set(['alice', 'bob']));
  });

  it('is paid and entitled in its place, by whomever', () => {
    const operations = (name: string): readonly OperationStep[] => [
      { op: 'create-token', ...TOKEN, mints: ['alice', name] },
      {
        op: 'manage-token',
        token: 'gold',
        admin: name,
        name: undefined,
        add: [name],
        remove: [name, 'bob'],
        update: undefined,
      },
      { op: 'mint', token: 'gold', to: name, amount: 1n },
      { ...PAY, to: name },
      { op: 'escrow-job', as: 'job', terms: 't', provider: name, fee: 1n, description: '' },
      { op: 'claim', data: new Uint8Array(), verifiers: [name], signers: [name], quorum: 1 },
    ];
    const [first] = stoodIn([act('erin', ...operations('carol')), act('carol', LEAVE)]);
    // Only a client can verify a claim.
    const expected = [
      ...operations('treasury').slice(0, -1),
      ...operations('carol').slice(-1),
    ] as const;
    expect(first).toEqual(act('erin', ...expected));
  });

  it('waits before it does more, unless that builds on what it has done', () => {
    const own = act('carol', { op: 'create-token', ...TOKEN, mints: [] });
    const terms = { op: 'escrow-terms', token: 'gold', fee: { kind: 'Bps', bps: 0 } } as const;
    const others = act('erin', { ...terms, as: 't', minimum: 0n });
    const job = { op: 'escrow-job', as: 'job', provider: 'erin', fee: 1n } as const;
    const built = act('carol', { ...job, terms: 't', description: '' });
    const waits = (lines: readonly Line[]) => lines.map(({ step }) => step.op === 'wait');
    const signs = [false, false];
    // The terms are in a token that the account has created.
    expect(waits(stoodIn([own, others, built]))).toEqual([...signs, false, ...signs]);
    expect(waits(stoodIn([others, own, built]))).toEqual([
      false,
      ...signs,
      true,
      false,
      true,
      false,
    ]);
    expect(waits(stoodIn([own, act('carol', LEAVE)]))).toEqual([
      ...signs,
      true,
      false,
      true,
      false,
    ]);
    const accounts = [{ ...TREASURY, quorum: 1 }];
    const alone = stoodIn([own, act('carol', LEAVE)], { accounts });
    expect(waits(alone)).toEqual([false, false]);
  });

  it('has all members wait where the client would, and the last read', () => {
    const wait: Line = { client: 'carol', step: { op: 'wait', for: 7n } };
    const read: Line = { client: 'carol', step: { op: 'read', of: undefined } };
    const theirs: Line = { client: 'erin', step: { op: 'read', of: 'carol' } };
    const looked: Line = { client: 'erin', step: { op: 'read', of: undefined, token: 'gold' } };
    const all = stoodIn([wait, act('carol', LEAVE), read, theirs, looked]);
    const [one = '', other = ''] = clientsOf(all);
    expect(new Set([one, other])).toEqual(new Set(['alice', 'bob']));
    expect(all).toEqual([
      { ...wait, client: one },
      { ...wait, client: other },
      together(one, LEAVE),
      together(other, LEAVE),
      { client: other, step: { op: 'read', of: 'treasury' } },
      { client: 'erin', step: { op: 'read', of: 'treasury' } },
      looked,
    ]);
  });

  const own = act('carol', LEAVE);
  const inManner = (manner: object): Line => ({
    ...own,
    step: { ...own.step, ...manner } as never,
  });
  it.each<[string, readonly Line[], Place]>([
    ['what is signed in full form', [own, inManner({ form: 'full' })], {}],
    ['what is not waited for', [own, inManner({ await: false })], {}],
    ['what it does for an account', [own, inManner({ from: 'other' })], {}],
    ['nothing at all', [act('erin', LEAVE)], {}],
    ['what an operator does', [own], { cast: cast.map((each) => ({ ...each, operates: 'v1' })) }],
    ['anything beside what its members do for it', [own, together('alice', LEAVE)], {}],
    ['what too few members can do', [own], { cast: cast.slice(1) }],
    ['the creation of the token of the fees', [own], { of: 'carol' }],
    ['anything where accounts do nothing', [own], { shared: 0 }],
  ])('never does %s', (_, lines, place) => {
    expect(drawn(lines, place).every((each) => each === lines)).toBe(true);
  });
});
