import { type Address, factsOf, type Operation } from '@quorate/protocol';
import { committeeAccount } from '../../committee.ts';
import { type CommitteeRequest, heldEnvelopes, nonceKey } from '../ledger.ts';
import type { Scratch } from '../scratch.ts';
import {
  notSubmittable,
  type OperationContext,
  type OperationOf,
  type OperationRules,
} from './operation-rules.ts';

/**
 * Asks to become a member of a later committee.
 *
 * Recorded in any state of membership; whether it is eligible is asked when a committee is made of
 * it. While a validator holds a change, nobody but its operator may ask for a key of it: who its
 * operators are is the same wherever it settles. Source: rules C2, C3.
 */
export const joinCommittee: OperationRules<OperationOf<'JoinCommittee'>> = {
  validate: ({ config: { address } }, scratch, context) => {
    const { sender } = context.transaction;
    const isOwn = joinsOf(scratch).some(
      ({ config, operator }) => config.address === address && operator === sender,
    );
    return !isOwn && changesHeld(scratch, context).some((change) => names(change, address))
      ? notSubmittable(context, `a change is under way that gives the key ${address} to another`)
      : undefined;
  },
  apply: ({ config }, scratch, context) => record(scratch, context, { kind: 'Join', config }),
};

/** Asks to be left out of later committees. Source: rule C2. */
export const leaveCommittee: OperationRules<OperationOf<'LeaveCommittee'>> = {
  validate: () => undefined,
  apply: (_operation, scratch, context) => record(scratch, context, { kind: 'Leave' }),
};

/** A request for a seat. */
export type Join = Extract<CommitteeRequest, { readonly kind: 'Join' }>;

/** Lists the requests for seats that have settled, in no particular order. */
export function joinsOf(scratch: Scratch): readonly Join[] {
  return scratch.requests().filter((request): request is Join => request.kind === 'Join');
}

function changesHeld(scratch: Scratch, { committees, quorum }: OperationContext) {
  const running = committees.at(-1);
  if (running === undefined) return [];
  const { lock } = scratch.account(committeeAccount(running, quorum));
  return heldEnvelopes(lock).flatMap(
    ({ transaction }) => factsOf(transaction).transaction.operations,
  );
}

function names(operation: Operation, address: Address): boolean {
  return (
    operation.kind === 'ChangeCommittee' &&
    operation.newCommittee.validators.some((validator) => validator.address === address)
  );
}

type Wish = Pick<Join, 'kind' | 'config'> | { readonly kind: 'Leave' };

function record(scratch: Scratch, { transaction, index }: OperationContext, wish: Wish): void {
  const { sender, nonce, timestampNanos } = transaction;
  scratch.put('request', `${nonceKey(sender, nonce)}/${index}`, {
    ...wish,
    operator: sender,
    timestampNanos,
    origin: { sender, nonce },
  });
}
