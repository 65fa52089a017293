import { type Address, multiSigAddress, type ValidatorConfig } from '@quorate/protocol';

/** One seat of a committee (rule C1). */
export interface CommitteeMember {
  /** The validator key and where the validator listens. */
  readonly validator: ValidatorConfig;
  /** The account of who runs it: the sender of its join request; genesis lists it. */
  readonly operator: Address;
}

/** The ordered validators of one epoch. */
export interface Committee {
  readonly epoch: number;
  readonly members: readonly CommitteeMember[];
}

/** Finds the member whose validator key is `key`. */
export function memberOf(committee: Committee, key: Address): CommitteeMember | undefined {
  return committee.members.find((member) => member.validator.address === key);
}

/** Finds the committee of which `key` is a validator key: at most one, ever (rule C9). */
export function committeeOf(committees: readonly Committee[], key: Address): Committee | undefined {
  return committees.find((committee) => memberOf(committee, key) !== undefined);
}

/**
 * Gives the account that changes a committee: the multisig account of its operators, in order, with
 * the quorum of the committee and its epoch as nonce (rule C1).
 */
export function committeeAccount(
  { epoch, members }: Committee,
  quorum: (size: number) => number,
): Address {
  return multiSigAddress({
    authorizedSigners: members.map(({ operator }) => operator),
    quorum: BigInt(quorum(members.length)),
    nonce: BigInt(epoch),
  });
}

/**
 * Names where a validator is reached, as the transport knows it.
 *
 * Shape: the host, and `:port` unless the port is 0, as between nodes of one process.
 */
export function nodeNameOf(config: ValidatorConfig): string {
  return config.rpcPort === 0 ? config.host : `${config.host}:${config.rpcPort}`;
}
