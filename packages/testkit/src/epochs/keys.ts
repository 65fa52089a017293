import type { Committee, Genesis, Keyring } from '@quorate/core';
import { createVerifier, loadEd25519, rememberingVerifier, type Signer } from '@quorate/crypto';
import type { Address } from '@quorate/protocol';
import { addressOf, signerOf } from '../fixtures.ts';

/** The operator of a validator: a name, from which its keys of all epochs derive. */
export type Operator = string;

/** When a network begins, in nanoseconds since the Unix epoch. */
export const START = 1_700_000_000_000_000_000n;

/** The network to which everybody belongs. */
export const NETWORK = 'fast:localnet';

/** The number of epochs for which an operator has keys. */
const EPOCHS = 6;

/** One verifier for all networks: a verdict never changes. */
export const VERIFIER = rememberingVerifier(createVerifier(loadEd25519()), { capacity: 50_000 });

/** How operators get their keys. */
export interface KeyPlan {
  /** The validator key that an operator uses in an epoch. */
  readonly keyOf: (operator: Operator, epoch: number) => Signer;
  /** The account under which an operator acts. */
  readonly accountOf: (operator: Operator) => Signer;
}

/**
 * A fresh validator key for each epoch, and an account that differs from all of them (rules C1,
 * C9).
 */
export const FRESH_KEYS: KeyPlan = {
  keyOf: (operator, epoch) => named(`${operator}/${epoch}`),
  accountOf: (operator) => named(`operator ${operator}`),
};

/** One validator key for all epochs. */
export const CONTINUING_KEYS: KeyPlan = {
  ...FRESH_KEYS,
  keyOf: (operator) => named(`${operator}/0`),
};

/** Operators that act under their validator keys of epoch 0. */
export const ONE_KEY_FOR_BOTH: KeyPlan = {
  ...FRESH_KEYS,
  accountOf: (operator) => named(`${operator}/0`),
};

/** Gives the key that an operator uses in an epoch: a fresh one for each (rule C9). */
export function keyOf(operator: Operator, epoch: number): Signer {
  return FRESH_KEYS.keyOf(operator, epoch);
}

function named(name: string): Signer {
  return VERIFIER.rememberingSigner(signerOf(name));
}

/**
 * Gives the keys of an operator for the first epochs, without those that it has destroyed: the keys
 * of epochs before `from`.
 */
export function keysOf(operator: Operator, plan: KeyPlan, from: number): Keyring {
  const signers = new Map<Address, Signer>();
  for (let epoch = from; epoch < EPOCHS; epoch += 1) {
    const signer = plan.keyOf(operator, epoch);
    signers.set(signer.address, signer);
  }
  return { find: (key) => signers.get(key) };
}

/** Builds the committee of these operators in an epoch; each listens under its name. */
export function committeeAt(
  epoch: number,
  operators: readonly Operator[],
  { keyOf: key, accountOf }: KeyPlan = FRESH_KEYS,
): Committee {
  return {
    epoch,
    members: operators.map((operator) => ({
      validator: { address: key(operator, epoch).address, host: operator, rpcPort: 0 },
      operator: accountOf(operator).address,
    })),
  };
}

/** A genesis in which alice, bob and carol hold 100 each. */
export function genesisOf(committee: Committee): Genesis {
  return {
    networkId: NETWORK,
    committee,
    accounts: ['alice', 'bob', 'carol'].map((name) => ({
      address: addressOf(name),
      balance: 100n,
    })),
    fees: undefined,
    acceptsUnversioned: true,
    genesisTimeNanos: START,
    minRequestAgeNanos: 0n,
  };
}
