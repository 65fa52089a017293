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

/** A candidate that gets no seat although it is ahead in the queue of others that do. */
export interface PassedOver {
  readonly candidate: ValidatorConfig;
  /** Why it was passed over, such as `has not answered`. */
  readonly reason: string;
}

/** The result of going through the queue of requests. */
export interface NextMembers {
  /** Fewer than the requested size when no more candidates are ready. */
  readonly members: readonly ValidatorConfig[];
  readonly passedOver: readonly PassedOver[];
}

/**
 * Picks the members of the next committee: the first candidates that are ready, up to the size
 * (rule C3). Endpoints must differ; the first ready candidate keeps a shared one. Candidates that
 * are not ready are passed over, otherwise anybody could hold up a change by requesting a seat.
 *
 * @param readyFault says why a candidate is not ready; undefined when it is.
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
 * Lists the candidates for the next committee in the order in which they get seats (rules C2, C3):
 * first the operators that have a seat and request to stay, in committee order, then the others in
 * the order of the queue.
 *
 * A request counts if its key never had a seat, exactly one operator requests that key, and the key
 * is not the operator's own account. An operator has one seat, under the key that it requested
 * last, unless it asked to leave after that. Validators check the rest of eligibility (rule C2).
 *
 * @param committees the committees of all epochs; the last is the current one.
 */
export function candidatesOf(
  requests: readonly CommitteeRequest[],
  committees: readonly Committee[],
): readonly ValidatorConfig[] {
  const contested = contestedKeys(requests);
  const wishes = new Map<Address, Join>();
  for (const request of requests.toSorted(byTurn)) {
    // A repeated join request keeps the place in the queue; a leave request gives it up.
    if (request.kind === 'Leave') wishes.delete(request.operator);
    else if (isOpen(request, contested, committees)) wishes.set(request.operator, request);
  }
  const seated = (committees.at(-1)?.members ?? []).flatMap(({ operator }) => operator ?? []);
  const order = new Set([...seated, ...wishes.keys()]);
  return [...order].flatMap((operator) => wishes.get(operator)?.config ?? []);
}

/**
 * Says which members of a proposal are not candidates as proposed, and why (rule C3). Operators
 * check this before they vote: a quorum of votes binds all operators for the epoch, and a proposal
 * that validators then refuse cannot be taken back.
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

// One pass over the requests, because they cost nothing to make and may be very many.
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
