import {
  type Address,
  DecodeError,
  factsOf,
  formatAddress,
  type MultiSigConfig,
  multiSigAddress,
  parseAddress,
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

/** Finds the member that a node is reached as. */
export function memberAt({ members }: Committee, node: string): CommitteeMember | undefined {
  return members.find(({ validator }) => nodeNameOf(validator) === node);
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
 * Shape: the host without its operator, and `:port` unless the port is 0, as between nodes of one process.
 */
export function nodeNameOf(config: ValidatorConfig): string {
  const { place } = hostOf(config);
  const { rpcPort } = config;
  return rpcPort === 0 ? place : `${place}:${rpcPort}`;
}

/** Names where the members of a committee are reached, in their order. */
export function nodeNamesOf(members: readonly CommitteeMember[]): readonly string[] {
  return members.map(({ validator }) => nodeNameOf(validator));
}

/**
 * Gives the operator that the host of a validator names; undefined where it names none.
 *
 * A change does not say whose the seats are, so a request has its host say it: whoever settles the change
 * then knows the same operators, whatever requests it has settled. An addition of ours to rules C2 and C3.
 */
export function namedOperator(config: ValidatorConfig): Address | undefined {
  return hostOf(config).operator;
}

/** Tells whether an operator may ask for a seat: one whose host names nobody, or him (rule C2). */
export function mayAskFor(config: ValidatorConfig, operator: Address): boolean {
  return (namedOperator(config) ?? operator) === operator;
}

/** Has the host of a validator name its operator: `fast1…@host`. */
export function withOperator(config: ValidatorConfig, operator: Address): ValidatorConfig {
  return { ...config, host: `${formatAddress(operator)}@${hostOf(config).place}` };
}

/** An address before the host, as users stand before hosts in URLs: as `formatAddress` writes it. */
const OF_OPERATOR = /^(fast1[02-9ac-hj-np-z]+)@(.+)$/;

/** What a host says; it is asked with every message. */
const hosts = new WeakMap<ValidatorConfig, Host>();

interface Host {
  readonly operator: Address | undefined;
  readonly place: string;
}

function hostOf(config: ValidatorConfig): Host {
  const known = hosts.get(config);
  if (known !== undefined) return known;
  const host = splitHost(config.host);
  hosts.set(config, host);
  return host;
}

function splitHost(host: string): Host {
  const [, text, place] = OF_OPERATOR.exec(host) ?? [];
  if (text === undefined || place === undefined) return { operator: undefined, place: host };
  try {
    return { operator: parseAddress(text), place };
  } catch (error) {
    // A host may look like that and be none of ours.
    if (error instanceof DecodeError) return { operator: undefined, place: host };
    throw error;
  }
}

/** Tells whether two ask for the same: the key, and where it is reached. */
export function isSameSeat(a: ValidatorConfig, b: ValidatorConfig): boolean {
  return a.address === b.address && a.host === b.host && a.rpcPort === b.rpcPort;
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
