import { type CommitteeRequest, type Ledger, NONCE_DIGITS, nonceKey } from '../ledger.ts';
import type { Scratch } from '../scratch.ts';
import type { OperationContext, OperationOf, OperationRules } from './operation-rules.ts';

/**
 * Requests a seat in a later committee.
 *
 * It is recorded whatever the sender's membership. Eligibility is checked when a committee is
 * formed. Source: rule C2.
 */
export const joinCommittee: OperationRules<OperationOf<'JoinCommittee'>> = {
  validate: () => undefined,
  apply: ({ config }, scratch, context) => record(scratch, context, { kind: 'Join', config }),
};

/** Requests to be left out of later committees. Source: rule C2. */
export const leaveCommittee: OperationRules<OperationOf<'LeaveCommittee'>> = {
  validate: () => undefined,
  apply: (_operation, scratch, context) => record(scratch, context, { kind: 'Leave' }),
};

type Wish =
  | Pick<Extract<CommitteeRequest, { readonly kind: 'Join' }>, 'kind' | 'config'>
  | { readonly kind: 'Leave' };

function record(scratch: Scratch, { transaction, index }: OperationContext, wish: Wish): void {
  const { sender, nonce, timestampNanos } = transaction;
  scratch.put('request', `${nonceKey(sender, nonce)}/${index}`, {
    ...wish,
    operator: sender,
    timestampNanos,
    origin: { sender, nonce },
  });
}

/**
 * Lists the settled committee requests, each operator's in the order in which it made them: of
 * several with the same timestamp the last one counts (rule C2). Keys cannot be used as they are,
 * because positions in a transaction do not sort as text.
 */
export function requestsInOrder({ request }: Ledger): readonly CommitteeRequest[] {
  return [...request]
    .map(([key, each]) => [sortKey(key), each] as const)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, each]) => each);
}

/** Orders requests by their turn in the queue: by timestamp, then operator (rule C2). */
export function byTurn(one: CommitteeRequest, other: CommitteeRequest): number {
  return compare(one.timestampNanos, other.timestampNanos) || compare(one.operator, other.operator);
}

function compare<T extends bigint | string>(one: T, other: T): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

// Pads the operation index. The stored keys stay unpadded, because stores and digests depend on
// them.
function sortKey(key: string): string {
  const slash = key.lastIndexOf('/') + 1;
  return key.slice(0, slash) + key.slice(slash).padStart(NONCE_DIGITS, '0');
}
