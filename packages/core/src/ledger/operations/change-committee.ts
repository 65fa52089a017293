import {
  type Address,
  LIMITS,
  type MissingDependency,
  type ValidatorConfig,
} from '@quorate/protocol';
import {
  type Committee,
  committeeAccount,
  committeeOf,
  isSameSeat,
  mayAskFor,
  namedOperator,
  sharedEndpoint,
} from '../../committee.ts';
import type { CommitteeRequest } from '../ledger.ts';
import type { Scratch } from '../scratch.ts';
import { byTurn } from './committee-request.ts';
import { missing } from './missing.ts';
import {
  notSubmittable,
  type OperationContext,
  type OperationOf,
  type OperationRules,
} from './operation-rules.ts';

/**
 * Replaces the current committee by the committee of the next epoch.
 *
 * Its settlement freezes the validator (rule C4). Source: rule C3.
 */
export const changeCommittee: OperationRules<OperationOf<'ChangeCommittee'>> = {
  validate: ({ epoch, newCommittee }, scratch, context) => {
    const { transaction, committees } = context;
    const running = committees.at(-1);
    if (transaction.operations.length !== 1) {
      return notSubmittable(context, 'a ChangeCommittee stands alone in its transaction');
    }
    if (running === undefined || epoch <= running.epoch) {
      return notSubmittable(context, `the next epoch is ${committees.length}, got ${epoch}`);
    }
    if (epoch > running.epoch + 1) return missing(epochBefore(epoch));
    if (transaction.sender !== committeeAccount(running, context.quorum)) {
      return notSubmittable(
        context,
        `only the committee account of epoch ${running.epoch} sends it`,
      );
    }
    return memberFault(newCommittee.validators, scratch, context);
  },
  dependencies: ({ epoch, newCommittee }, scratch, { committees }) => {
    const joins = joinsOf(scratch);
    return [
      ...(epoch > committees.length ? [epochBefore(epoch)] : []),
      ...newCommittee.validators
        .filter((config) => !joins.some((join) => isSameSeat(join.config, config)))
        .map(requestFor),
    ];
  },
  apply: ({ epoch, newCommittee }, scratch, { facts, transaction }) => {
    const { sender, nonce, timestampNanos } = transaction;
    const joins = joinsOf(scratch);
    scratch.put('committee', String(epoch), {
      members: newCommittee.validators.map((validator) => ({
        validator,
        operator: operatorOf(validator, joins),
      })),
      changeId: facts.id,
      beganAtNanos: timestampNanos,
      origin: { sender, nonce },
    });
  },
};

type Join = Extract<CommitteeRequest, { readonly kind: 'Join' }>;

function joinsOf(scratch: Scratch): readonly Join[] {
  return scratch.requests().filter((request): request is Join => request.kind === 'Join');
}

/**
 * Names the join request for a seat. Anybody may request the key, so if the host names the
 * operator, the request must be that operator's.
 */
function requestFor(config: ValidatorConfig): MissingDependency {
  const sender = namedOperator(config);
  return { kind: 'Request', id: config.address, ...(sender !== undefined && { sender }) };
}

/** Names the epoch that must begin before `epoch` can (rule D4). */
function epochBefore(epoch: number): MissingDependency {
  return { kind: 'Epoch', id: String(epoch - 1) };
}

// If the host names no operator, the first request in the queue decides, by (timestamp, operator).
// No validator signs a change while two operators request such a key. That does not cover a further
// request that was certified before and settles on different sides of the change at different
// validators; docs/committees.md assumes that nobody holds one back, and tells how hosts avoid it.
function operatorOf(config: ValidatorConfig, joins: readonly Join[]): Address {
  const { address } = config;
  const named = namedOperator(config);
  if (named !== undefined) return named;
  const [first] = joins.filter((join) => join.config.address === address).toSorted(byTurn);
  // Nobody can act for a seat without an operator: a validator key signs nothing else (V3).
  return first?.operator ?? address;
}

function memberFault(
  validators: readonly ValidatorConfig[],
  scratch: Scratch,
  context: OperationContext,
): ReturnType<OperationRules<never>['validate']> {
  if (validators.length === 0 || validators.length > LIMITS.committeeMembers) {
    return notSubmittable(context, `a committee has 1 to ${LIMITS.committeeMembers} members`);
  }
  const addresses = new Set(validators.map(({ address }) => address));
  if (addresses.size !== validators.length) {
    return notSubmittable(context, 'the members of a committee are distinct');
  }
  // Nodes tell members apart by their endpoints, so two members at one endpoint would count as one.
  const shared = sharedEndpoint(validators);
  if (shared !== undefined) {
    return notSubmittable(context, `two members have the same host and rpc_port: ${shared}`);
  }
  const joins = joinsOf(scratch);
  for (const config of validators) {
    if (committeeOf(context.committees, config.address) !== undefined) {
      return notSubmittable(context, `${config.address} was a member of a committee before`);
    }
    const asked = joins.filter((join) => join.config.address === config.address);
    // Anybody may request the key under another endpoint or for another operator. The request that
    // matters may not have arrived yet.
    const matching = asked.filter(
      (join) => isSameSeat(join.config, config) && mayAskFor(config, join.operator),
    );
    if (matching.length === 0) return missing(requestFor(config));
    const isNamed = namedOperator(config) !== undefined;
    if (!isNamed && asked.some(({ operator }) => operator !== asked[0]?.operator)) {
      return notSubmittable(context, `two operators ask for the key ${config.address}`);
    }
    if (!matching.some((join) => isEligible(join, scratch, context))) {
      return notSubmittable(context, `no eligible request asks for ${config.address} as given`);
    }
  }
  // A multisig configuration that names a signer twice is invalid: the next committee could never
  // be changed.
  const operators = new Set(validators.map((config) => operatorOf(config, joins)));
  return operators.size === validators.length
    ? undefined
    : notSubmittable(context, 'an operator has one seat');
}

/**
 * Tells whether a key can become a validator key (rule C2): it is acceptable for signing and has no
 * history, and if the request names an operator, that operator sent it.
 */
export function isEligible(
  { operator, config }: Pick<Extract<CommitteeRequest, { kind: 'Join' }>, 'operator' | 'config'>,
  scratch: Scratch,
  { committees, verifier }: OperationContext,
): boolean {
  const { address } = config;
  return (
    operator !== address &&
    mayAskFor(config, operator) &&
    verifier.isAcceptableKey(address) &&
    !hasHistory(address, scratch) &&
    !committees.some((committee) => isOperator(committee, address))
  );
}

function hasHistory(address: Address, scratch: Scratch): boolean {
  return scratch.account(address).nextNonce > 0n || scratch.get('signer', address) === true;
}

function isOperator({ members }: Committee, address: Address): boolean {
  return members.some(({ operator }) => operator === address);
}
