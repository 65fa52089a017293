import type { Genesis } from '@quorate/core';
import { createVerifier, loadEd25519 } from '@quorate/crypto';
import { type Address, NATIVE_TOKEN_ID, type TransactionEnvelope } from '@quorate/protocol';
import { addressOf, committeeOf, envelopeBy, signerOf } from '@quorate/testkit';

const PEOPLE = ['alice', 'bob', 'carol', 'dave'] as const;
export const verifier = createVerifier(loadEd25519());
const names = new Map<Address, string>([
  ...PEOPLE.map((name) => [addressOf(name), name] as const),
  ...committeeOf(10).map(({ address }, index) => [address, `v${index + 1}`] as const),
]);
/** Names the owner of an address; validators are named as in a committee of ten. */
export const nameOf = (address: Address) => names.get(address) ?? address;

/** Payments of Alice to different people at one nonce. */
export const RIVALS = PEOPLE.slice(1).map((payee) => payment(payee, 0n));

/** A payment of Alice. */
export function payment(payee: string, nonce: bigint): TransactionEnvelope {
  return envelopeBy(signerOf('alice'), {
    release: 'Release20260407',
    transaction: {
      networkId: 'fast:localnet',
      sender: addressOf('alice'),
      nonce,
      timestampNanos: 1n,
      claims: [
        {
          kind: 'TokenTransfer',
          tokenId: NATIVE_TOKEN_ID,
          recipient: addressOf(payee),
          amount: 10n,
          userData: null,
        },
      ],
      archival: false,
      feeToken: null,
    },
  });
}

/** A network of this many validators. */
export function genesisOf(size: number): Genesis {
  return {
    networkId: 'fast:localnet',
    committee: {
      epoch: 0,
      members: committeeOf(size).map(({ address }, index) => ({
        validator: { address, host: `v${index + 1}`, rpcPort: 0 },
        operator: address,
      })),
    },
    accounts: [],
    fees: undefined,
    acceptsUnversioned: true,
    genesisTimeNanos: 0n,
    minRequestAgeNanos: 0n,
  };
}
