import type { Signer } from '@quorate/crypto';
import type { Address } from '@quorate/protocol';
import type { Committee } from '../committee.ts';

/**
 * The validator keys of one operator. A key is a member of one committee, ever (rule C9), so which
 * epoch a key is for the committees say.
 */
export interface Keyring {
  /** Gives the signer of a key that the operator holds and has not destroyed. */
  readonly find: (key: Address) => Signer | undefined;
}

/** Gives the keyring of an operator that has one key only. */
export function keyringOf(signer: Signer): Keyring {
  return { find: (key) => (key === signer.address ? signer : undefined) };
}

/** Gives the key with which an operator sits in a committee, if it does. */
export function seatIn({ members }: Committee, keys: Keyring): Address | undefined {
  return members.find(({ validator }) => keys.find(validator.address) !== undefined)?.validator
    .address;
}
