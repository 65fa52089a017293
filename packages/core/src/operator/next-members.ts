import type { Address, ValidatorConfig } from '@quorate/protocol';
import {
  type Committee,
  committeeOf,
  isSameSeat,
  mayAskFor,
  sharedEndpoint,
} from '../committee.ts';
import type { CommitteeRequest } from '../ledger/ledger.ts';
import { byTurn } from '../ledger/operations/committee-request.ts';

type Join = Extract<CommitteeRequest, { readonly kind: 'Join' }>;

/** Somebody who asked for a seat and gets none, though he came before others who do. */
export interface PassedOver {
  readonly candidate: ValidatorConfig;
  /** Such as `has not answered`. */
  readonly reason: string;
}

/** Whom a queue of requests comes to. */
export interface NextMembers {
  /** Fewer than the size where no more are ready. */
  readonly members: readonly ValidatorConfig[];
  readonly passedOver: readonly PassedOver[];
}

/**
 * Gives the members of the next committee: the first of the candidates that are ready, until the
 * committee has the size (rule C3). Members have endpoints of their own: the first that is ready keeps
 * it. Whoever is not ready is passed over, or anybody could hold up a change by asking for a seat.
 *
 * @param readyFault says why a candidate is not ready; undefined where it is.
 */
export function nextMembers(
  candidates: readonly ValidatorConfig[],
  size: number,
  readyFault: (candidate: ValidatorConfig) => string | undefined,
): NextMembers {
  const members: ValidatorConfig[] = [];
  const passedOver: PassedOver[] = [];
  for (const candidate of candidates) {
    if (members.length === size) break;
    const reason = readyFault(candidate) ?? endpointFault(candidate, members);
    if (reason === undefined) members.push(candidate);
    else passedOver.push({ candidate, reason });
  }
  return { members, passedOver };
}

function endpointFault(
  candidate: ValidatorConfig,
  members: readonly ValidatorConfig[],
): string | undefined {
  return sharedEndpoint([...members, candidate]) === undefined
    ? undefined
    : 'has the same host and rpc_port as a member before it';
}

/**
 * Gives who may sit in the next committee, in the order in which the queue of requests comes to them
 * (rules C2, C3): the operators that sit and ask to stay, in their order, then those who wait, in the
 * order of the queue.
 *
 * A request counts for a key that never had a seat and that one operator asks for; an operator has one
 * seat, under the key that it asked for last, unless it asked to leave after that; never under its own
 * account (rule C2). Whatever else makes a key eligible the validators check.
 *
 * @param committees those of all epochs; the last is the running one.
 */
export function candidatesOf(
  requests: readonly CommitteeRequest[],
  committees: readonly Committee[],
): readonly ValidatorConfig[] {
  const contested = contestedKeys(requests);
  const wishes = new Map<Address, Join>();
  for (const request of requests.toSorted(byTurn)) {
    // Asking again leaves the place in the queue; leaving gives it up.
    if (request.kind === 'Leave') wishes.delete(request.operator);
    else if (isOpen(request, contested, committees)) wishes.set(request.operator, request);
  }
  const seated = (committees.at(-1)?.members ?? []).flatMap(({ operator }) => operator ?? []);
  const order = [...seated, ...[...wishes.keys()].filter((each) => !seated.includes(each))];
  return order.flatMap((operator) => wishes.get(operator)?.config ?? []);
}

/**
 * Says which members of a proposal the queue of requests would not come to, and why (rule C3). A quorum of
 * votes binds all operators for the epoch, and what validators refuse afterwards can be taken back by none.
 */
export function candidacyFaults(
  members: readonly ValidatorConfig[],
  requests: readonly CommitteeRequest[],
  committees: readonly Committee[],
): ReadonlyMap<Address, string> {
  const candidates = candidatesOf(requests, committees);
  return new Map(
    members
      .filter((member) => !candidates.some((candidate) => isSameSeat(candidate, member)))
      .map(({ address }) => [address, 'is nobody whom the queue comes to, as given']),
  );
}

function isOpen(
  { config, operator }: Join,
  contested: ReadonlySet<Address>,
  committees: readonly Committee[],
): boolean {
  // Its own account would authorise what only the validator key signs (rule C2).
  if (operator === config.address) return false;
  if (!mayAskFor(config, operator)) return false;
  return !contested.has(config.address) && committeeOf(committees, config.address) === undefined;
}

// Requests cost nothing, and there may be very many: each is looked at once.
function contestedKeys(requests: readonly CommitteeRequest[]): ReadonlySet<Address> {
  const operators = new Map<Address, Address>();
  const contested = new Set<Address>();
  for (const request of requests) {
    if (request.kind !== 'Join') continue;
    const { operator, config } = request;
    const first = operators.get(config.address) ?? operator;
    operators.set(config.address, first);
    if (first !== operator) contested.add(config.address);
  }
  return contested;
}
