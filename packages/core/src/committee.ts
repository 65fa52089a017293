import {
  type Address,
  factsOf,
  type MultiSigConfig,
  multiSigAddress,
  type ValidatorConfig,
  type VersionedTransaction,
} from '@quorate/protocol';
import { invariant } from './invariant.ts';

/** One seat of a committee (rule C1). */
export interface CommitteeMember {
  /** The validator key and where the validator listens. */
  readonly validator: ValidatorConfig;
  /**
   * The account of who runs it: the sender of its join request; genesis lists it. Undefined for those
   * who follow the changes of committee without the requests.
   */
  readonly operator: Address | undefined;
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
export function committeeAccount(committee: Committee, quorum: (size: number) => number): Address {
  return multiSigAddress(committeeConfig(committee, quorum));
}

/** Gives the configuration of that account: who signs for it, and how many of them (rule C1). */
export function committeeConfig(
  { epoch, members }: Committee,
  quorum: (size: number) => number,
): MultiSigConfig {
  return {
    authorizedSigners: members.map(({ operator }) => {
      invariant(operator !== undefined, `the operators of epoch ${epoch} are known`);
      return operator;
    }),
    quorum: BigInt(quorum(members.length)),
    nonce: BigInt(epoch),
  };
}

/**
 * Gives the committee that a transaction begins an epoch with; undefined for one that changes none.
 *
 * Whether it was authorised, the quorum that signed it has checked (rule C3).
 */
export function followedBy(versioned: VersionedTransaction): Committee | undefined {
  const { operations } = factsOf(versioned).transaction;
  const [operation] = operations;
  if (operation?.kind !== 'ChangeCommittee' || operations.length !== 1) return undefined;
  return {
    epoch: operation.epoch,
    members: operation.newCommittee.validators.map((validator) => ({
      validator,
      operator: undefined,
    })),
  };
}

/**
 * Names where a validator is reached, as the transport knows it.
 *
 * Shape: the host, and `:port` unless the port is 0, as between nodes of one process.
 */
export function nodeNameOf(config: ValidatorConfig): string {
  return config.rpcPort === 0 ? config.host : `${config.host}:${config.rpcPort}`;
}

/** Names where two of these validators are both to be reached; undefined where each is alone (C3). */
export function sharedEndpoint(validators: readonly ValidatorConfig[]): string | undefined {
  const seen = new Set<string>();
  for (const validator of validators) {
    const name = nodeNameOf(validator);
    if (seen.has(name)) return name;
    seen.add(name);
  }
  return undefined;
}
