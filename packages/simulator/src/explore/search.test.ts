import type { ValidatorState } from '@quorate/core';
import { openCrypto } from '@quorate/crypto';
import type { Address } from '@quorate/protocol';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { noting } from '../../test/noting.ts';
import { runScenario } from '../run-scenario.ts';
import { loadScenario } from '../scenario/read/load.ts';
import { digestOf } from '../world/digest-of.ts';
import { buildCluster, type Cluster } from './cluster.ts';
import { createGiven } from './given.ts';
import {
  type Local,
  type Machine,
  type Sent,
  type Taken,
  withoutDisk,
} from './machines/machine.ts';
import { createMoves } from './moves.ts';
import { createIdentities, type Identities } from './numbers/identities.ts';
import { createLanguage } from './numbers/language.ts';
import { NUMBERS_MAX } from './numbers/numbers.ts';
import { search } from './search.ts';
import { createSteps } from './steps.ts';
import { textOf, type Whole, wholeOf } from './whole.ts';

/** Mallory signs two payments for one nonce, and hands both to all validators. */
function rivals(validators: number) {
  const all = Array.from({ length: validators }, (_, index) => `v${index + 1}`);
  const acts = [
    {
      id: 'twice',
      act: 'equivocate',
      rivals: [
        { to: 'alice', amount: 60, validators: all },
        { to: 'bob', amount: 70, validators: all },
      ],
    },
  ];
  const document = {
    version: 1,
    name: 'rivals',
    cluster: { validators, clients: { alice: {}, bob: {}, mallory: { balance: 100 } } },
    workload: [],
    byzantine: [{ id: 'spender', node: 'mallory', acts }],
  };
  return loadScenario(JSON.stringify(document), 'rivals');
}

function clusterOf(validators: number): Cluster {
  return buildCluster(rivals(validators), { crypto: openCrypto('memo') });
}

const NEVER = { drops: 0, duplicates: 0, crashes: 0, timeouts: 0 };

/** Searches a cluster, and gives where everybody stood in each state that it looked at. */
function searched(cluster: Cluster) {
  const { machines, committees, parties, isCorrect, witness: verifier } = cluster;
  const given = createGiven({ committees, nameOf: parties.nameOf, isCorrect, verifier });
  const steps = createSteps(machines, given.marksOf, createLanguage(machines));
  const onEdge = () => undefined;
  const { moves, wholes } = noting(
    createMoves({ machines, steps, given, budgets: NEVER, isCorrect, onEdge }),
  );
  const found = search({
    nodes: machines.length,
    steps,
    given,
    moves,
    limits: { states: 100_000, depth: 1_000, mayGoOn: () => true },
    taken: () => [],
  });
  const localsOf = ({ locals }: Whole) => locals.map((local, node) => steps.localAt(node, local));
  return {
    found,
    states: wholes.map(localsOf),
    ends: found.ends.map(({ whole }) => localsOf(whole)),
  };
}

/** Tries every delivery in every order, without tables, and passes over nothing. */
function everyOrder(
  { machines }: Cluster,
  see: (locals: readonly Local[], underWay: readonly Sent[]) => boolean,
) {
  let orders = 0;

  function goOn(locals: readonly Local[], underWay: readonly Sent[]): void {
    if (!see(locals, underWay)) return;
    if (underWay.length === 0) orders += 1;
    for (const [place, sent] of underWay.entries()) {
      const node = machines.findIndex(({ name }) => name === sent.to);
      const before = locals[node];
      const taken = before === undefined ? undefined : machines[node]?.hear(before, sent);
      if (taken === undefined) continue;
      const rest = underWay.filter((_, index) => index !== place);
      goOn(locals.with(node, taken.local), [...rest, ...taken.sent]);
    }
  }

  const begun = machines.map((machine) => machine.begin());
  goOn(
    begun.map(({ local }) => local),
    begun.flatMap(({ sent }) => sent),
  );
  return orders;
}

function textsOf(states: readonly (readonly Local[])[], identities: Identities) {
  return new Set(states.map((locals) => locals.map(identities.of).join()));
}

function digestsOf(locals: readonly Local[], { machines }: Cluster): string {
  return machines
    .flatMap(({ role }, node) =>
      role === 'validator' ? [digestOf(stateOf(locals[node]).ledger)] : [],
    )
    .join();
}

function stateOf(local: Local | undefined): ValidatorState {
  return local?.state as ValidatorState;
}

/**
 * Sends two messages at once, in some order, to a listener that takes notice of the second only
 * after the first.
 */
function slowListener(order: readonly string[]): readonly Machine[] {
  const say = (requestId: string): Sent => {
    const message = { type: 'GetPending', requestId, address: '00' as Address } as const;
    return { from: 'speaker', to: 'listener', message };
  };
  const become = (state: string, sent: readonly Sent[] = []): Taken => {
    return { local: withoutDisk({ state }), sent, observed: [], effects: 0 };
  };
  const next: Readonly<Record<string, string>> = { 'deaf first': 'open', 'open second': 'told' };
  const node = { aliases: [], role: 'user' } as const;
  return [
    {
      ...node,
      name: 'listener',
      begin: () => become('deaf'),
      hear(local, { message }) {
        const { state } = local.state as { readonly state: string };
        return become(next[`${state} ${message.requestId}`] ?? state);
      },
    },
    {
      ...node,
      name: 'speaker',
      begin: () => become('', order.map(say)),
      hear: () => become(''),
    },
  ];
}

describe('the search', () => {
  it('reaches the states of every order of events, each taken by itself to its end', () => {
    const cluster = clusterOf(1);
    const reached: (readonly Local[])[] = [];
    const orders = everyOrder(cluster, (locals) => reached.push(locals) > 0);
    const { found, states } = searched(cluster);
    const identities = createIdentities();
    expect(textsOf(states, identities)).toEqual(textsOf(reached, identities));
    expect(found.states).toBeLessThan(orders);
  });

  it('passes over messages that make no difference, and misses no state of the nodes', () => {
    const cluster = clusterOf(2);
    const identities = createIdentities();
    const known = new Set<string>();
    const reached: (readonly Local[])[] = [];
    everyOrder(cluster, (locals, underWay) => {
      const messages = underWay.map(identities.of).sort((a, b) => a - b);
      const text = `${locals.map(identities.of).join()} ${messages.join()}`;
      if (known.has(text)) return false;
      known.add(text);
      return reached.push(locals) > 0;
    });
    const { found, states } = searched(cluster);
    expect(textsOf(states, identities)).toEqual(textsOf(reached, identities));
    expect(found.states).toBeLessThan(known.size);
  });

  it.each([
    ['first', 'second'],
    ['second', 'first'],
  ])(
    'takes a message up again that it had passed over, once somebody has an ear for it: %s, %s',
    (...order) => {
      const { states } = searched({ ...clusterOf(1), machines: slowListener(order) });
      const listener = new Set(states.map(([local]) => local?.state));
      expect([...listener]).toEqual([{ state: 'deaf' }, { state: 'open' }, { state: 'told' }]);
    },
  );

  it('knows every end that runs of the simulator reach', () => {
    const cluster = clusterOf(3);
    const ends = new Set(searched(cluster).ends.map((locals) => digestsOf(locals, cluster)));
    const seeds = Array.from({ length: 12 }, (_, index) => BigInt(index + 1));
    const seen = new Set(
      seeds.map((seed) => {
        const { validators } = runScenario(rivals(3), { seed, crypto: 'memo' });
        return validators.map(({ digest }) => digest).join();
      }),
    );
    expect(seen.size).toBeGreaterThan(1);
    expect([...seen].filter((digests) => !ends.has(digests))).toEqual([]);
  });
});

describe('identities', () => {
  it('tell values apart by all that they hold, and by nothing else', () => {
    const identities = createIdentities();
    const one = { a: 1n, b: ['x', new Map([['k', { c: undefined }]])] };
    const same = { b: ['x', new Map([['k', { c: undefined }]])], a: 1n };
    expect(identities.of(one)).toBe(identities.of(same));
    const others = [{ ...one, a: 1 }, { ...one, a: '1' }, { ...one, b: ['x'] }, [one], {}];
    const lists = [['x', 'y'], ['y', 'x'], ['x,y'], [['x', 'y']], new Set(['x', 'y'])];
    const bytes = [Uint8Array.of(1, 2), Uint8Array.of(2, 1), Uint8Array.of(1), [1, 2]];
    const nothings = [[undefined], [null], [false], [0], [0n], [''], [{}], [[]]];
    const all = [one, ...others, ...lists, ...bytes, ...nothings].map(identities.of);
    expect(new Set(all).size).toBe(all.length);
  });

  it('compare tables whatever the order in which they were filled', () => {
    const identities = createIdentities();
    const one = new Map([
      ['a', 1],
      ['b', 2],
    ]);
    expect(identities.of(one)).toBe(identities.of(new Map([...one].reverse())));
    expect(identities.of(one)).not.toBe(
      identities.of(
        new Map([
          ['a', 2],
          ['b', 1],
        ]),
      ),
    );
  });
});

it('the text of where everybody stands says all of it, and nothing else', () => {
  const number = fc.nat({ max: NUMBERS_MAX });
  const budget = fc.nat({ max: 100 });
  const whole = fc.record({
    locals: fc.array(number, { minLength: 3, maxLength: 3 }),
    given: fc.nat({ max: 2 ** 31 - 1 }),
    left: fc.record({ drops: budget, duplicates: budget, crashes: budget, timeouts: budget }),
    underWay: fc.array(number),
  });
  fc.assert(
    fc.property(whole, (stand) => {
      expect(wholeOf(textOf(stand), stand.locals.length)).toEqual(stand);
    }),
  );
});
