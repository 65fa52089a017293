import { createVerifier, loadEd25519, rememberingVerifier } from '@quorate/crypto';
import { NATIVE_TOKEN_ID } from '@quorate/protocol';
import { addressOf, committeeOf } from '@quorate/testkit';
import { genesisOf } from '@quorate/testkit/epoch-network';
import type { Committee } from '../src/committee.ts';
import type { Genesis } from '../src/genesis.ts';

/** When tests begin: nanoseconds since the Unix epoch. */
export const START = 1_700_000_000_000_000_000n;

/** One verifier for all tests: a verdict stays true. */
export const VERIFIER = rememberingVerifier(createVerifier(loadEd25519()), { capacity: 50_000 });

/** Builds the committee of `v1` to `v<size>`, which listen under these names. */
export function committee(size: number): Committee {
  return {
    epoch: 0,
    members: committeeOf(size).map(({ address }, index) => ({
      validator: { address, host: `v${index + 1}`, rpcPort: 0 },
      operator: addressOf(`operator${index + 1}`),
    })),
  };
}

/** Builds a genesis in which alice, bob and carol hold 100 each; `dave` holds nothing. */
export function genesis(overrides: Partial<Genesis> = {}): Genesis {
  return { ...genesisOf(committee(4)), ...overrides };
}

/** What a fee of `amount` native tokens, paid to `fees`, looks like in a genesis. */
export function nativeFee(amount: bigint): Genesis['fees'] {
  return {
    amounts: { [NATIVE_TOKEN_ID]: amount },
    defaultToken: NATIVE_TOKEN_ID,
    account: addressOf('fees'),
  };
}
