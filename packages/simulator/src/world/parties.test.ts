import { createSigner, loadEd25519 } from '@quorate/crypto';
import { BURN_ADDRESS, multiSigAddress } from '@quorate/protocol';
import { describe, expect, it } from 'vitest';
import { pay, scenarioOf } from '../../test/scenarios.ts';
import { runScenario } from '../run-scenario.ts';
import { createParties, multiSigConfigOf, operatorOf } from './parties.ts';

const clients = { alice: {}, bob: {}, carol: {} };
const held = { signers: ['alice', 'bob'], quorum: 2 };
const wish = (from: string, amount: number) => ({ ...pay('carol', amount), from });

it('gives the burn address its name, and nobody a key for it', () => {
  const parties = createParties((seed) => createSigner(loadEd25519(), seed));
  const { address, sign } = parties.signer('burn-address');
  expect(address).toBe(BURN_ADDRESS);
  expect(parties.nameOf(address)).toBe('burn-address');
  expect(() => sign(new Uint8Array())).toThrow('burn-address has no key of its own');
});

it('has the operator of a validator be the client that runs it, and otherwise nobody else', () => {
  const runners = { ...clients, bob: { operates: 'v2' } };
  const { cluster } = scenarioOf({ clients: runners, steps: {} });
  const parties = createParties((seed) => createSigner(loadEd25519(), seed), cluster);
  const operators = ['v1', 'v2'].map((name) => operatorOf(parties, name).address);
  expect(operators[1]).toBe(parties.signer('bob').address);
  expect(operators.map(parties.nameOf)).toEqual(['operator/v1', 'bob']);
});

describe('multisig accounts of the same signers and quorum', () => {
  it('are told apart by their nonces', () => {
    const accounts = {
      first: { ...held, balance: 10 },
      second: { ...held, nonce: 1, balance: 20 },
      third: { ...held, nonce: '18446744073709551615', balance: 30 },
    };
    const steps = [wish('first', 1), wish('second', 2), wish('third', 3)];
    const scenario = scenarioOf({ clients, accounts, steps: { alice: steps, bob: steps } });
    const result = runScenario(scenario);
    expect(result).toMatchObject({ verdict: 'pass', failedExpectations: [] });
    expect(result.accounts.map(({ client, balance }) => [client, balance])).toEqual([
      ['alice', 0n],
      ['bob', 0n],
      ['carol', 6n],
      ['first', 9n],
      ['second', 18n],
      ['third', 27n],
    ]);
  });

  it('have nonce 0 where the file states none', () => {
    const addresses = [held, { ...held, nonce: 0 }].map((treasury) => {
      const { cluster } = scenarioOf({ clients, accounts: { treasury }, steps: {} });
      const parties = createParties((seed) => createSigner(loadEd25519(), seed), cluster);
      const [config] = cluster.accounts.map((account) => multiSigConfigOf(account, parties));
      expect(config?.nonce).toBe(0n);
      expect(config && multiSigAddress(config)).toBe(parties.signer('treasury').address);
      return parties.signer('treasury').address;
    });
    expect(addresses[0]).toBe(addresses[1]);
  });
});
