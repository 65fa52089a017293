import { describe, expect, it } from 'vitest';
import { pay, scenarioOf } from '../../../test/scenarios.ts';
import { runScenario } from '../../run-scenario.ts';
import { ownerOf } from '../links.ts';
import { seatOf, seatsOf, sendsFor } from './seats.ts';

const clients = { alice: {}, bob: {}, carol: {}, dave: {} };
const accounts = { treasury: { signers: ['alice', 'bob', 'carol'], quorum: 3, balance: 10 } };
const wish = { ...pay('dave', 4), from: 'treasury' };
const later = (seconds: number) => [{ op: 'wait', for: `${seconds} s` }, wish];

function outcomesOf(...args: Parameters<typeof runScenario>): readonly string[] {
  return runScenario(...args).operations.map(({ client, outcome }) => `${client}: ${outcome}`);
}

describe('a seat', () => {
  it('is there once for each account that a client wants to act for', () => {
    const steps = { alice: [wish, pay('bob', 1), wish], bob: [wish], dave: [pay('bob', 1)] };
    expect(seatsOf(scenarioOf({ clients, accounts, steps }))).toEqual(
      ['alice', 'bob'].map((client) => ({ name: seatOf(client, 'treasury'), account: 'treasury' })),
    );
  });

  it('talks over the links of its client, and sends for its account alone', () => {
    const seat = seatOf('alice', 'treasury');
    expect(ownerOf(seat)).toBe('alice');
    expect(['treasury', 'alice', 'vault'].map((name) => sendsFor(seat, name))).toEqual([
      true,
      false,
      false,
    ]);
    expect(sendsFor('alice', 'alice')).toBe(true);
  });
});

describe('P9 in a world', () => {
  it('P9 settles once all shares are in, whoever sends the last', () => {
    const steps = { carol: [wish], alice: later(2), bob: later(4) };
    expect(outcomesOf(scenarioOf({ clients, accounts, steps }))).toEqual([
      'carol: incomplete',
      'alice: incomplete',
      'bob: final',
    ]);
  });

  it('P9 settles a claim once its verifiers are in, whichever member brings them', () => {
    const alone = { treasury: { ...accounts.treasury, quorum: 1 } };
    const claimed = (...signers: readonly string[]) => {
      const claim = { op: 'claim', data: '0xc0', verifiers: ['carol', 'dave'], signers };
      return { op: 'batch', from: 'treasury', steps: [claim] };
    };
    const look = { op: 'read', of: 'treasury', incomplete: true };
    const bring = [{ op: 'wait', for: '2 s' }, look, claimed('dave'), look];
    const steps = { alice: [claimed('carol')], bob: bring };
    const scenario = scenarioOf({ clients, accounts: alone, steps });
    expect(outcomesOf(scenario)).toEqual([
      'alice: incomplete',
      'bob: final',
      'bob: final',
      'bob: final',
    ]);
    expect(runScenario(scenario).certificates).toHaveLength(1);
  });

  it('P9 keeps shares while the proxy is down', () => {
    const scenario = scenarioOf({
      clients,
      accounts,
      steps: { alice: [wish], bob: later(1), carol: later(9) },
      faults: [{ id: 'p1-falls', kind: 'crash', node: 'p1', at: '4 s', restartAfter: '2 s' }],
    });
    expect(outcomesOf(scenario)).toEqual(['alice: incomplete', 'bob: incomplete', 'carol: final']);
  });

  it('P9 brings shares together of members whose own clients use different proxies', () => {
    const apart = {
      ...clients,
      alice: { proxy: 'p1' },
      bob: { proxy: 'p2' },
      carol: { proxy: 'p2' },
    };
    const steps = { alice: [wish], bob: later(1), carol: later(2) };
    expect(outcomesOf(scenarioOf({ proxies: 2, clients: apart, accounts, steps }))).toEqual([
      'alice: incomplete',
      'bob: incomplete',
      'carol: final',
    ]);
  });

  it('P5 lets a member who has signed a share sign nothing else at its nonce', () => {
    const other = { ...pay('dave', 5), from: 'treasury' };
    const steps = { alice: [wish, other], bob: later(2), carol: later(4) };
    const scenario = scenarioOf({ clients, accounts, steps });
    const { operations, certificates } = runScenario(scenario);
    expect(
      operations.map(({ client, outcome, reason }) => [client, outcome, reason]),
    ).toContainEqual(['alice', 'incomplete', 'PreviousTransactionMustBeConfirmedFirst']);
    expect(certificates.map(({ summary }) => summary)).toEqual(['treasury pays dave 4']);
  });
});
