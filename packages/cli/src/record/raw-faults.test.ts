import { parseDuration } from '@quorate/network';
import type { Address } from '@quorate/protocol';
import { addressOf } from '@quorate/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCast } from './cast.ts';
import { rawFaults, type Span } from './raw-faults.ts';
import type { RecordedFault } from './read-devnet.ts';

/** Gives a cast of these clients. */
function castOf(clients: readonly string[]) {
  const known: readonly (readonly [Address, string])[] = clients.map((name) => [
    addressOf(name),
    name,
  ]);
  const cast = createCast({ names: new Map(known), operators: new Map() }, []);
  for (const [address] of known) cast.nameOf(address);
  return cast;
}

const SPAN: Span = { start: 100n, end: 104n };

function faultsIn(recorded: readonly RecordedFault[], clients = ['alice', 'bob']) {
  const { faults, leftOut } = rawFaults(recorded, SPAN, { cast: castOf(clients), validators: 4 });
  expect(leftOut).toEqual([]);
  return faults;
}

const LASTING = { since: SPAN.start, until: undefined, age: undefined };
/** What is stated when a fault begins does not say when it ended. */
const STATED = { for: '9 h', restartAfter: '9 h', snapshot: 'then' };

const nanos = (duration: unknown) =>
  duration === undefined ? undefined : parseDuration(String(duration));

describe('the faults of a recording', () => {
  it('are those under way from the first transaction to the last, each for as long as it was', () => {
    const moment = fc.bigInt({ min: SPAN.start - 2n, max: SPAN.end + 2n });
    const fault = fc.record({
      kind: fc.constantFrom('pause', 'crash'),
      since: moment,
      length: fc.option(fc.bigInt({ min: 0n, max: 4n }), { nil: undefined }),
    });
    fc.assert(
      fc.property(fc.array(fault), (given) => {
        const all = given.map(({ kind, since, length }, index): RecordedFault => {
          const keys = { ...STATED, id: `f${index}`, kind, node: 'v1' };
          return {
            ...LASTING,
            keys,
            since,
            until: length === undefined ? undefined : since + length,
          };
        });
        const { start, end } = SPAN;
        const struck = all.filter(({ since, until = end + 1n }) => since <= end && until > start);
        const inOrder = struck.toSorted((a, b) => Number(a.since - b.since));
        // A node that hears nothing must still hear of the last transaction; a node that is down is
        // not asked.
        const expected = inOrder.map(({ keys, since, until }, index) => {
          const from = since > start ? since : start;
          const healed = keys['kind'] === 'crash' ? undefined : end + 15_000_000_000n;
          const over = until ?? healed;
          const length = over === undefined ? undefined : over - from;
          return { id: `${keys['id']}-${index + 1}`, at: from - start, length };
        });
        const found = faultsIn(all).map(({ id, at, for: length, restartAfter }) => {
          return { id, at: nanos(at), length: nanos(length ?? restartAfter) };
        });
        expect(found).toEqual(expected);
      }),
    );
  });

  it('take a node back to a state of the same age, or to nothing if it forgot everything', () => {
    const keys = { ...STATED, id: 'back', kind: 'amnesia', node: 'v1' };
    const since = SPAN.start + 3n;
    const [aged, fresh] = faultsIn([
      { ...LASTING, keys, since, age: 2n },
      { ...LASTING, keys, since },
    ]);
    expect(aged).toEqual({ ...aged, kind: 'amnesia', age: '2 ns' });
    // Before the start there was nothing.
    expect(nanos(fresh?.['age'])).toBeGreaterThan(3n);
    expect(Object.keys(fresh ?? {}).toSorted()).toEqual(['age', 'at', 'id', 'kind', 'node']);
  });

  it('strike callers over HTTP as the clients they are, and no client that does nothing', () => {
    const cut = (id: string, from: unknown, to: unknown): RecordedFault => ({
      ...LASTING,
      keys: { id, kind: 'cut', from, to },
    });
    const pause = (node: string): RecordedFault => ({
      ...LASTING,
      keys: { id: node, kind: 'pause', node },
    });
    const all = [
      cut('callers', 'http', 'p1'),
      cut('faucet', 'faucet', ['p1', 'wallet']),
      cut('some', ['faucet', 'http', 'v1'], '*'),
      cut('unpaid', '*', 'faucet'),
      pause('faucet'),
      pause('p1'),
    ];
    expect(faultsIn(all)).toMatchObject([
      { id: 'callers-1', from: ['alice', 'bob'], to: ['p1'] },
      { id: 'some-3', from: ['alice', 'bob', 'v1'], to: ['*'] },
      { id: 'p1-6', node: 'p1' },
    ]);
    expect(faultsIn(all, ['alice', 'faucet'])).toMatchObject([
      { id: 'callers-1', from: ['alice'], to: ['p1'] },
      { id: 'faucet-2', from: ['faucet'], to: ['p1'] },
      { id: 'some-3', from: ['faucet', 'alice', 'v1'], to: ['*'] },
      { id: 'unpaid-4', from: ['*'], to: ['faucet'] },
      { id: 'faucet-5', node: 'faucet' },
      { id: 'p1-6', node: 'p1' },
    ]);
  });
});

describe('a liar', () => {
  it('names no validator that was hosted since, and may serve nobody', () => {
    const acts = [
      { act: 'forge', only: { peers: ['v5', 'v1'] } },
      { act: 'double-sign', only: { peers: ['v5'] } },
      { act: 'wrong-name', as: 'v5' },
      { act: 'selective-service', serves: { peers: ['v5'] } },
    ];
    const keys = { id: 'liar', kind: 'byzantine', node: 'v4', acts };
    const ground = { cast: castOf(['alice']), validators: 4 };
    const { byzantine, leftOut } = rawFaults([{ ...LASTING, keys }], SPAN, ground);
    expect(byzantine).toMatchObject([
      {
        node: 'v4',
        acts: [
          { act: 'forge', only: { peers: ['v1'] } },
          { act: 'selective-service', serves: { peers: [] } },
        ],
      },
    ]);
    expect(leftOut).toEqual([
      'wrong-name of fault liar (byzantine): it names v5, hosted since the devnet began',
    ]);
  });
});

describe('what was held one by one', () => {
  const clog = { id: 'hold', kind: 'clog', from: 'p1', to: 'v1', direction: 'two-way' };
  const rawOf = (recorded: RecordedFault) =>
    rawFaults([recorded], SPAN, { cast: castOf([]), validators: 4 });

  it('is left out if only some messages were held, and the reason is said', () => {
    const keys = { ...clog, only: { message: 'SubmitTransaction' } };
    expect(rawOf({ ...LASTING, keys, byHand: 1 })).toEqual({
      faults: [],
      byzantine: [],
      leftOut: ['fault hold (clog): it holds only some messages, which no scenario can say'],
    });
  });

  it('is held to the end of the fault, which is said, though it was released by hand', () => {
    const { faults, leftOut } = rawOf({ ...LASTING, keys: clog, byHand: 2 });
    expect(faults).toMatchObject([{ kind: 'clog', from: ['p1'], to: ['v1'] }]);
    expect(leftOut).toEqual([
      'what was done by hand with 2 messages of fault hold (clog): the replay holds them to its end',
    ]);
    expect(rawOf({ ...LASTING, keys: clog }).leftOut).toEqual([]);
  });
});
