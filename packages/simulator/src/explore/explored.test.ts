import type { ValidatorState } from '@quorate/core';
import { openCrypto } from '@quorate/crypto';
import { expect, it } from 'vitest';
import { loadScenario } from '../scenario/read/load.ts';
import { byText } from '../shapes/by-text.ts';
import { buildCluster } from './cluster.ts';
import { exploreCluster } from './explored.ts';
import type { Given } from './given.ts';
import type { Taken } from './machines/machine.ts';
import { TooManyError } from './numbers/numbers.ts';
import { createGround } from './survey.ts';

/** Two clients each sign two payments for one nonce, and hand both to the only validator. */
function spenders() {
  const rivals = ['alice', 'bob'].map((to) => ({ to, amount: 100, validators: ['v1'] }));
  const document = {
    version: 1,
    name: 'spenders',
    cluster: {
      validators: 1,
      clients: { alice: {}, bob: {}, mallory: { balance: 100 }, trudy: { balance: 100 } },
    },
    workload: [],
    byzantine: ['mallory', 'trudy'].map((node) => ({
      id: `of-${node}`,
      node,
      acts: [{ id: `twice-${node}`, act: 'equivocate', rivals }],
    })),
  };
  return buildCluster(loadScenario(JSON.stringify(document), 'spenders'), {
    crypto: openCrypto('memo'),
  });
}

/** Counts the accounts for which a validator has locked or settled something. */
function sendersIn({ local }: Taken): number {
  const accounts = [...(local.state as ValidatorState).ledger.account.values()];
  return accounts.filter(({ nextNonce, lock }) => nextNonce > 0n || lock !== undefined).length;
}

it.each([
  ['before it has begun', 0],
  ['in the states of the second client', 20],
  ['where the clients meet', 30],
  ['in what it runs again', 60],
])(
  'an exploration whose time is up %s gives up, and tells no ends of single clients',
  (_, most) => {
    const cluster = spenders();
    let asked = 0;
    const mayGoOn = () => {
      asked += 1;
      return asked <= most;
    };
    const ground = createGround(cluster, {
      budgets: { drops: 0, duplicates: 0, crashes: 0, timeouts: 0 },
      limits: { states: 10_000, depth: 1_000, mayGoOn },
    });
    const { extent, broken } = exploreCluster(cluster, ground);
    expect([extent.cutOff, extent.ends, broken]).toEqual(['time', [], undefined]);
    // Nothing else is begun instead.
    expect(asked).toBeLessThanOrEqual(most + 2);
  },
);

it('an exploration gives up where there is more than can be numbered', () => {
  const cluster = spenders();
  const ground = createGround(cluster, {
    budgets: { drops: 0, duplicates: 0, crashes: 0, timeouts: 0 },
    limits: { states: 10_000, depth: 1_000, mayGoOn: () => true },
  });
  const { parts, ends } = exploreCluster(cluster, ground).extent;
  expect(parts).toHaveLength(2);
  // Either payment of the one can settle together with either of the other.
  const payees = ['alice', 'bob'];
  expect(ends.map(({ settled }) => settled.toSorted(byText))).toEqual(
    payees.flatMap((one) =>
      payees.map((other) => [`mallory pays ${one} 100`, `trudy pays ${other} 100`]),
    ),
  );

  // As if any state that takes two clients to reach were one too many.
  const marksOf: Given['marksOf'] = (machine, taken) => {
    const isOfBoth = machine.role === 'validator' && sendersIn(taken) > 1;
    if (isOfBoth) throw new TooManyError('more than can be numbered');
    return ground.given.marksOf(machine, taken);
  };
  const bounded = { ...ground, given: { ...ground.given, marksOf } };
  const { extent, broken } = exploreCluster(cluster, bounded);
  expect(extent).toMatchObject({ cutOff: 'too-many' });
  expect([extent.parts, broken]).toEqual([undefined, undefined]);
});
