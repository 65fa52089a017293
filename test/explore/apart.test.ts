import { VALIDATOR_RULES, type ValidatorRules } from '@quorate/core';
import { type ExploreOptions, exploreScenario } from '@quorate/simulator';
import { describe, expect, it } from 'vitest';
import { scenarioOf } from '../scenario-documents.ts';

const AMOUNTS: Readonly<Record<string, number>> = { alice: 60, bob: 61 };

/** Alice and Bob each pay somebody through a proxy of their own. */
function paying(alicePays: string, bobPays: string, bobHas = 50) {
  const pays = (client: string, to: string) => ({
    id: `${client}-pays`,
    client,
    steps: [{ op: 'pay', to, amount: AMOUNTS[client] }],
  });
  return scenarioOf({
    cluster: {
      validators: 1,
      proxies: 2,
      clients: {
        alice: { balance: 100 },
        bob: { balance: bobHas, proxy: 'p2' },
        carol: {},
      },
    },
    workload: [pays('alice', alicePays), pays('bob', bobPays)],
  });
}

const { operations } = VALIDATOR_RULES;

/**
 * Wrong once somebody is paid a second time: the result of one client's payment depends on the
 * other's.
 */
function withTransfer(transfer: Partial<typeof operations.TokenTransfer>): ExploreOptions {
  const TokenTransfer = { ...operations.TokenTransfer, ...transfer };
  const validatorRules: ValidatorRules = {
    ...VALIDATOR_RULES,
    operations: { ...operations, TokenTransfer },
  };
  return { validatorRules };
}

describe('clients who have nothing to do with each other', () => {
  it('are explored one by one, and each end of one is combined with each of the other', () => {
    const found = exploreScenario(paying('carol', 'carol'));
    expect(found).toMatchObject({ verdict: 'pass', complete: true });
    const alone = ['alice', 'bob'].map((client) => {
      const { states } = exploreScenario(paying('carol', 'carol'), { clients: [client] });
      return { client, states };
    });
    expect(found.parts).toEqual(alone);
    const [end, ...others] = found.ends;
    expect(others).toEqual([]);
    // Bob cannot pay that much.
    expect(end?.outcomes.map(({ outcome }) => outcome)).toEqual(['final', 'refused']);
    expect(end?.settled).toEqual(['alice pays carol 60']);
  });

  it('are explored together where the budget may be spent in either part', () => {
    const found = exploreScenario(paying('carol', 'carol'), { drops: 1 });
    expect(found).toMatchObject({ verdict: 'pass', complete: true });
    expect(found.parts).toBeUndefined();
  });

  it.each(['duplicates', 'crashes', 'timeouts'])('are, where any %s are asked for', (what) => {
    const limits = { maxStates: 1_000 };
    expect(exploreScenario(paying('carol', 'carol'), limits).parts).toHaveLength(2);
    const found = exploreScenario(paying('carol', 'carol'), { ...limits, [what]: 1 });
    expect(found.parts).toBeUndefined();
  });

  it('are not complete where one of them exceeds the limit', () => {
    const once = paying('carol', 'carol');
    const workload = once.workload.map(({ client, steps, ...entry }) => {
      return { ...entry, client, steps: client === 'alice' ? [...steps, ...steps] : steps };
    });
    const found = exploreScenario({ ...once, workload }, { maxStates: 9 });
    expect(found).toMatchObject({ verdict: 'unknown', complete: false, cutOff: 'max-states' });
    // Bob's part is within the limit.
    const ofBob = exploreScenario(once, { maxStates: 9, clients: ['bob'] });
    expect(ofBob.complete).toBe(true);
  });

  it('break what one of them breaks alone', () => {
    const wrong = withTransfer({
      apply: ({ tokenId, amount }, scratch, { transaction }) =>
        scratch.debit(transaction.sender, tokenId, amount),
    });
    const found = exploreScenario(paying('carol', 'carol'), wrong);
    expect(found).toMatchObject({ verdict: 'violation:supply-conserved', cutOff: 'violation' });
    expect(found.events?.length).toBeGreaterThan(0);
  });

  it('are not explored apart where a validator answers the one by what the other did', () => {
    const found = exploreScenario(paying('bob', 'carol'));
    expect(found).toMatchObject({ verdict: 'pass', complete: true });
    expect(found.parts).toBeUndefined();
    const outcomes = found.ends.map((end) => end.outcomes.map(({ outcome }) => outcome).join(' '));
    expect(outcomes).toEqual(['final final', 'final refused']);
  });
});

describe('a validator that is wrong only where two clients meet', () => {
  const { apply, validate } = operations.TokenTransfer;
  const scenario = paying('carol', 'carol', 100);

  it.each(Object.entries(AMOUNTS))('if %s pays second, is found', (_, second) => {
    const wrong = withTransfer({
      apply(operation, scratch, context) {
        const { recipient, tokenId, amount } = operation;
        const isSecond = scratch.balance(recipient, tokenId) > 0n && amount === BigInt(second);
        if (isSecond) scratch.debit(context.transaction.sender, tokenId, amount);
        else apply(operation, scratch, context);
      },
    });
    expect(exploreScenario(scenario, wrong).verdict).toBe('violation:supply-conserved');
  });

  it.each([
    [
      'answers as it should, and settles wrongly',
      'supply-conserved',
      withTransfer({
        apply(operation, scratch, context) {
          const { recipient, tokenId, amount } = operation;
          const isFirst = scratch.balance(recipient, tokenId) === 0n;
          if (isFirst) apply(operation, scratch, context);
          else scratch.debit(context.transaction.sender, tokenId, amount);
        },
      }),
    ],
    [
      'refuses who pays second',
      'refused-for-cause',
      withTransfer({
        validate(operation, scratch, context) {
          const { recipient, tokenId } = operation;
          const isFirst = scratch.balance(recipient, tokenId) === 0n;
          return validate(isFirst ? operation : { ...operation, amount: 0n }, scratch, context);
        },
      }),
    ],
  ])('%s, and is found', (_, invariant, wrong) => {
    const found = exploreScenario(scenario, wrong);
    expect(found).toMatchObject({ verdict: `violation:${invariant}`, complete: false });
    expect(found.events?.length).toBeGreaterThan(0);
    for (const client of ['alice', 'bob']) {
      expect(exploreScenario(scenario, { ...wrong, clients: [client] }).verdict).toBe('pass');
    }
  });
});
