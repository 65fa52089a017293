import {
  type Address,
  factsOf,
  LIMITS,
  type NamedSignature,
  type NetworkId,
  type TransactionEnvelope,
  type ValidatorConfig,
  type VersionedTransaction,
} from '@quorate/protocol';
import { type Committee, committeeAccount, committeeConfig, sharedEndpoint } from '../committee.ts';
import { verifies } from '../verification/verifies.ts';
import type { OperatorEnv } from './rules.ts';

/** The content of a committee change. */
export interface ChangeIntent {
  readonly networkId: NetworkId;
  /** The committee that the change replaces. Its operators must be known. */
  readonly committee: Committee;
  readonly validators: readonly ValidatorConfig[];
  readonly timestampNanos: bigint;
}

type Quorum = (size: number) => number;

/**
 * Builds the unsigned transaction by which the committee account replaces its committee (rule C3).
 */
export function buildChange(
  { networkId, committee, validators, timestampNanos }: ChangeIntent,
  quorum: Quorum,
): VersionedTransaction {
  const operation = {
    kind: 'ChangeCommittee',
    newCommittee: { validators },
    epoch: committee.epoch + 1,
  } as const;
  return {
    release: 'Release20260407',
    transaction: {
      networkId,
      sender: committeeAccount(committee, quorum),
      // The account belongs to this epoch only, and this is the one transaction it ever sends.
      nonce: 0n,
      timestampNanos,
      claims: [operation],
      archival: false,
      feeToken: null,
    },
  };
}

/**
 * Says why a proposal is not a change of this committee that operators could authorise; undefined
 * when it is (rule C3). It does not check the join requests of the members: validators do when the
 * change is submitted.
 */
export function changeFault(
  proposal: VersionedTransaction,
  { networkId, committee }: Pick<ChangeIntent, 'networkId' | 'committee'>,
  quorum: Quorum,
): string | undefined {
  // Proposals travel as bytes, and bytes of the un-versioned shape do not say that they are.
  if (proposal.release === 'Unversioned') return 'it is in the un-versioned shape';
  const { transaction } = factsOf(proposal);
  if (transaction.networkId !== networkId) return `it is for ${transaction.networkId}`;
  if (transaction.sender !== committeeAccount(committee, quorum)) {
    return `its sender is not the committee account of epoch ${committee.epoch}`;
  }
  if (transaction.nonce !== 0n) return `its nonce is ${transaction.nonce}`;
  const [operation] = transaction.operations;
  if (operation?.kind !== 'ChangeCommittee' || transaction.operations.length !== 1) {
    return 'it is something else than a ChangeCommittee alone';
  }
  if (operation.epoch !== committee.epoch + 1) return `it begins epoch ${operation.epoch}`;
  const { validators } = operation.newCommittee;
  if (validators.length === 0 || validators.length > LIMITS.committeeMembers) {
    return `a committee has 1 to ${LIMITS.committeeMembers} members, it names ${validators.length}`;
  }
  if (new Set(validators.map(({ address }) => address)).size !== validators.length) {
    return 'it names a member twice';
  }
  const shared = sharedEndpoint(validators);
  return shared === undefined
    ? undefined
    : `two of its members have the same host and rpc_port: ${shared}`;
}

type Counting = Pick<OperatorEnv, 'committee' | 'verifier' | 'rules'>;

/**
 * Attaches the operators' signatures to a change; undefined while they are fewer than a quorum.
 * Anything that is not a valid signature of an operator is left out.
 */
export function authorisedChange(
  transaction: VersionedTransaction,
  given: readonly NamedSignature[],
  env: Counting,
): TransactionEnvelope | undefined {
  const config = committeeConfig(env.committee, env.rules.quorum);
  const signatures = countSignatures(transaction, given, env);
  if (BigInt(signatures.length) < config.quorum) return undefined;
  return { transaction, signature: { kind: 'MultiSig', config, signatures } };
}

/** Picks the valid signatures on a change, one for each operator of the committee. */
export function countSignatures(
  transaction: VersionedTransaction,
  given: readonly NamedSignature[],
  { committee, verifier, rules }: Counting,
): readonly NamedSignature[] {
  const config = committeeConfig(committee, rules.quorum);
  const { signingBytes } = factsOf(transaction);
  const signatures = new Map<Address, NamedSignature>();
  for (const named of given) {
    const [operator, signature] = named;
    if (!config.authorizedSigners.includes(operator) || signatures.has(operator)) continue;
    if (verifies(verifier, operator, signingBytes, signature)) signatures.set(operator, named);
  }
  return [...signatures.values()];
}
