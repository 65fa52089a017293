import { VALIDATOR_RULES } from '@quorate/core';
import { describe, expect, it } from 'vitest';
import { pay, type ScenarioParts, scenarioOf } from '../../test/scenarios.ts';
import { runScenario } from '../run-scenario.ts';

const CLIENTS = { alice: { balance: 100 }, bob: { balance: 100 }, carol: {}, dave: {} };

/** Has a scenario end as its steps say. */
function holds(parts: Omit<ScenarioParts, 'clients'>): void {
  const { verdict, failedExpectations } = runScenario(scenarioOf({ clients: CLIENTS, ...parts }));
  expect(failedExpectations).toEqual([]);
  expect(verdict).toBe('pass');
}

const final = (step: object) => ({ ...step, outcome: 'final' });
const refused = (step: object, code: string) => ({ ...step, outcome: 'refused', code });

const CREATE = { op: 'create-token', as: 'gold', amount: 10 };
const SHARE = {
  op: 'batch',
  steps: [CREATE, { op: 'pay', token: 'gold', to: 'bob', amount: 4 }],
};
const TOKEN = { of: 'alice', amount: 3 };

describe('a transaction that is written in an unusual way', () => {
  it('V7 pays its fee in the token that it names, as far as there is any', () => {
    const inGold = { ...pay('carol', 1), feeToken: 'gold' };
    const bob = [final(inGold), refused(inGold, 'InsufficientFunding'), final(pay('carol', 1))];
    holds({
      fees: { amount: 1, account: 'dave', token: TOKEN },
      steps: { alice: [SHARE], bob },
      expect: {
        tokens: { gold: { supply: 10, holders: { alice: 6, bob: 1, dave: 3 } } },
        balances: { alice: 99, bob: 97, carol: 2, dave: 2 },
      },
    });
  });

  it('V7 may name no other token than genesis does', () => {
    const inGold = refused({ ...pay('bob', 1), feeToken: 'gold' }, 'NonSubmittableOperation');
    holds({
      fees: { amount: 1, account: 'dave', token: TOKEN },
      steps: { alice: [{ op: 'join-committee' }, final(SHARE), inGold] },
    });
  });

  it.each([
    [true, { alice: 6, bob: 1, dave: 3 }, 99],
    [false, { alice: 6, bob: 4, dave: 0 }, 98],
  ])('V7 without a release pays in the default token: gold %s', (isDefault, holders, bob) => {
    const old = { ...pay('carol', 1), release: 'Unversioned' };
    holds({
      fees: { amount: 1, account: 'dave', token: { ...TOKEN, default: isDefault } },
      steps: { alice: [SHARE], bob: [{ op: 'wait', for: '2 s' }, old] },
      expect: { tokens: { gold: { holders } }, balances: { bob } },
    });
  });

  it('V2 is refused without a release where genesis asks for one', () => {
    const old = { ...pay('bob', 1), release: 'Unversioned' };
    const strict = { alice: [refused(old, 'NonSubmittableOperation'), final(pay('bob', 1))] };
    holds({ acceptsUnversioned: false, steps: strict });
    holds({ steps: { alice: [final(old), final(pay('bob', 1))] } });
  });

  it.each([
    ['its own', {}],
    ['a shared', { from: 'shop' }],
  ])('V10 is signed in full form, in the name of %s account', (_, from) => {
    const claim = { op: 'claim', data: '0x01', verifiers: ['bob', 'carol'] };
    const batch = { op: 'batch', ...from, steps: [pay('bob', 1), claim], form: 'full' };
    const scenario = scenarioOf({
      clients: CLIENTS,
      accounts: { shop: { signers: ['alice', 'bob'], quorum: 1, balance: 5 } },
      steps: { alice: [batch] },
    });
    const result = runScenario(scenario);
    expect(result.verdict).toBe('pass');
    expect(result.operations.map(({ outcome }) => outcome)).toEqual(['final']);
    const { hasSigned } = VALIDATOR_RULES.signatures.certificate;
    const sender = { ...VALIDATOR_RULES.signatures.sender, hasSigned };
    const signatures = { ...VALIDATOR_RULES.signatures, sender };
    const validatorRules = { ...VALIDATOR_RULES, signatures };
    expect(runScenario(scenario, { validatorRules }).verdict).not.toBe('pass');
  });
});
