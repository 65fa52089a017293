import type { Address, ValidatorConfig } from '@quorate/protocol';
import { type Committee, committeeOf } from '../committee.ts';
import type { CommitteeRequest } from '../ledger/ledger.ts';

type Join = Extract<CommitteeRequest, { readonly kind: 'Join' }>;

/**
 * Gives the members of the next committee that the queue of requests comes to (rules C2, C3): the
 * operators that sit and ask to stay, in their order, then those who wait, in the order of the queue,
 * until the committee has the size.
 *
 * A request counts for a key that never had a seat and that one operator asks for; an operator has one
 * seat, under the key that it asked for last, unless it asked to leave after that; never under its own
 * account (rule C2). Whatever else makes a key eligible the validators check.
 *
 * @param committees those of all epochs; the last is the running one.
 */
export function nextMembers(
  requests: readonly CommitteeRequest[],
  committees: readonly Committee[],
  size: number,
): readonly ValidatorConfig[] {
  const queue = requests.toSorted(
    (one, other) =>
      compare(one.timestampNanos, other.timestampNanos) || compare(one.operator, other.operator),
  );
  const wishes = new Map<Address, Join>();
  for (const request of queue) {
    // Asking again leaves the place in the queue; leaving gives it up.
    if (request.kind === 'Leave') wishes.delete(request.operator);
    else if (isOpen(request, queue, committees)) wishes.set(request.operator, request);
  }
  const seated = (committees.at(-1)?.members ?? []).flatMap(({ operator }) => operator ?? []);
  const order = [...seated, ...[...wishes.keys()].filter((each) => !seated.includes(each))];
  return order.flatMap((operator) => wishes.get(operator)?.config ?? []).slice(0, size);
}

function isOpen(
  { config, operator }: Join,
  queue: readonly CommitteeRequest[],
  committees: readonly Committee[],
): boolean {
  // Its own account would authorise what only the validator key signs (rule C2).
  if (operator === config.address) return false;
  const isContested = queue.some(
    (other) =>
      other.kind === 'Join' &&
      other.config.address === config.address &&
      other.operator !== operator,
  );
  return !isContested && committeeOf(committees, config.address) === undefined;
}

function compare<T extends bigint | string>(one: T, other: T): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
