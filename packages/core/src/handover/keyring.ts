import type { Signer } from '@quorate/crypto';
import type { Address } from '@quorate/protocol';
import type { Committee } from '../committee.ts';

/**
 * The validator keys of one operator. The committees say which epoch a key is for: a key is a
 * member of exactly one, ever (rule C9).
 */
export interface Keyring {
  /** Gives the signer of a key; undefined when the operator never had it or has destroyed it. */
  readonly find: (key: Address) => Signer | undefined;
}

/** Gives the keyring of an operator that has one key. */
export function keyringOf(signer: Signer): Keyring {
  return { find: (key) => (key === signer.address ? signer : undefined) };
}

/** Gives the operator's validator key in a committee; undefined when it has no seat. */
export function seatIn({ members }: Committee, keys: Keyring): Address | undefined {
  return members.find(({ validator }) => keys.find(validator.address) !== undefined)?.validator
    .address;
}
