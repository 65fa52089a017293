import {
  type Address,
  DecodeError,
  factsOf,
  formatAddress,
  type MultiSigConfig,
  multiSigAddress,
  parseAddress,
  type TransactionCertificate,
  type ValidatorConfig,
  type VersionedTransaction,
} from '@quorate/protocol';
import { invariant } from './invariant.ts';

/** One seat of a committee (rule C1). */
export interface CommitteeMember {
  /** The validator key and where the validator listens. */
  readonly validator: ValidatorConfig;
  /**
   * The account that runs the validator: the sender of its join request, or as genesis lists it.
   * Undefined where a node follows committee changes without seeing the join requests.
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

/** Finds the member that is reached under a node name. */
export function memberAt({ members }: Committee, node: string): CommitteeMember | undefined {
  return members.find(({ validator }) => nodeNameOf(validator) === node);
}

/** Finds the committee of which `key` is a validator key: at most one, ever (rule C9). */
export function committeeOf(committees: readonly Committee[], key: Address): Committee | undefined {
  return committees.find((committee) => memberOf(committee, key) !== undefined);
}

/**
 * Finds the committee that a certificate claims: the one of its first signer. Undefined for an
 * unknown signer. The signatures are not verified.
 */
export function claimedCommittee(
  committees: readonly Committee[],
  { signatures: [first] }: Pick<TransactionCertificate, 'signatures'>,
): Committee | undefined {
  return first === undefined ? undefined : committeeOf(committees, first[0]);
}

/**
 * Tells whether the first signer of a certificate is a member of no known committee. Such a
 * certificate may be valid: the change to its committee may not have been followed yet (rule P10).
 */
export function isOfUnknown(
  committees: readonly Committee[],
  certificate: Pick<TransactionCertificate, 'signatures'>,
): boolean {
  return (
    certificate.signatures.length > 0 && claimedCommittee(committees, certificate) === undefined
  );
}

/**
 * Gives the account that changes a committee: the multisig account of its operators, in order, with
 * the quorum of the committee and its epoch as nonce (rule C1).
 */
export function committeeAccount(committee: Committee, quorum: (size: number) => number): Address {
  return multiSigAddress(committeeConfig(committee, quorum));
}

/**
 * Gives the multisig configuration of the committee account: its signers and its quorum (rule C1).
 */
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
 * Gives the committee that a transaction puts in place; undefined when it is not a ChangeCommittee.
 *
 * It does not check whether the change was authorised: the quorum that signed it did (rule C3).
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
 * Gives the node name under which the transport reaches a validator.
 *
 * Shape: the host without its operator part, then `:port`. Port 0 is left out: nodes of one process
 * have no ports.
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
 * Gives the operator that the host of a validator names; undefined when it names none.
 *
 * A ChangeCommittee does not say who operates its members. If the host says so, every validator
 * that settles the change records the same operators, whichever join requests it has settled. This
 * extends rules C2 and C3.
 */
export function namedOperator(config: ValidatorConfig): Address | undefined {
  return hostOf(config).operator;
}

/**
 * Tells whether an operator may request a seat: the host must name this operator or nobody (rule
 * C2).
 */
export function mayAskFor(config: ValidatorConfig, operator: Address): boolean {
  return (namedOperator(config) ?? operator) === operator;
}

/** Gives a validator configuration whose host names the operator. Shape: `fast1…@host`. */
export function withOperator(config: ValidatorConfig, operator: Address): ValidatorConfig {
  return { ...config, host: `${formatAddress(operator)}@${hostOf(config).place}` };
}

/**
 * A host that begins with an operator, as a URL may begin with a user. Shape: as `formatAddress`
 * writes it.
 */
const OF_OPERATOR = /^(fast1[02-9ac-hj-np-z]+)@(.+)$/;

/** Remembers how hosts were split, because every message needs it. */
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
    // The text before the @ only looks like an address: the whole text is the host.
    if (error instanceof DecodeError) return { operator: undefined, place: host };
    throw error;
  }
}

/** Tells whether two configurations request the same seat: the same key at the same endpoint. */
export function isSameSeat(a: ValidatorConfig, b: ValidatorConfig): boolean {
  return a.address === b.address && a.host === b.host && a.rpcPort === b.rpcPort;
}

/** Gives the node name that two of these validators share; undefined when all differ (rule C3). */
export function sharedEndpoint(validators: readonly ValidatorConfig[]): string | undefined {
  const seen = new Set<string>();
  for (const validator of validators) {
    const name = nodeNameOf(validator);
    if (seen.has(name)) return name;
    seen.add(name);
  }
  return undefined;
}
