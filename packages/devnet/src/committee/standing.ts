import {
  type Committee,
  type CommitteeRequest,
  requestsInOrder,
  type ValidatorState,
  type ValidatorStatus,
} from '@quorate/core';
import type { Address } from '@quorate/protocol';

/** The state of a validator between epochs, as its host reports it. */
export interface Standing {
  readonly status: ValidatorStatus;
  /** The last epoch whose locks it holds. */
  readonly served: number;
  /** Its key in that epoch; undefined if it has none. */
  readonly seat: Address | undefined;
  /** The committees that it knows, by epoch, with the operators of their members. */
  readonly committees: readonly Committee[];
  /** Every request to join or leave that it has settled (rule C2). */
  readonly requests: readonly CommitteeRequest[];
}

/** Gives the state of a validator between epochs. */
export function standingOf({ status, handover, committees, ledger }: ValidatorState): Standing {
  const { served, seat } = handover;
  return { status, served, seat, committees, requests: requestsInOrder(ledger) };
}

/** Tells whether a step has changed that state. */
export function hasMoved(before: ValidatorState, after: ValidatorState): boolean {
  return (
    before.status !== after.status ||
    before.handover.served !== after.handover.served ||
    before.committees !== after.committees ||
    before.ledger.request.size !== after.ledger.request.size
  );
}

/** Gives the state of the validator that knows the latest epoch. */
export function furthest(standings: readonly (Standing | undefined)[]): Standing | undefined {
  let best: Standing | undefined;
  for (const standing of standings) {
    if (standing === undefined) continue;
    if (best === undefined || isFurther(standing, best)) best = standing;
  }
  return best;
}

function isFurther(one: Standing, other: Standing): boolean {
  const ahead = one.committees.length - other.committees.length;
  return ahead > 0 || (ahead === 0 && one.requests.length > other.requests.length);
}
