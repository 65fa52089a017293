import { type Committee, type CommitteeRequest, committeeOf, nodeNameOf } from '@quorate/core';
import {
  type Address,
  DecodeError,
  formatAddress,
  LIMITS,
  multiSigAddress,
  type Operation,
  parseAddress,
  type ValidatorConfig,
} from '@quorate/protocol';
import { quorumSize } from '../../quorums.ts';
import { hasHistory } from '../model/keys-of.ts';
import type { Opinion, Standing } from './place.ts';

type Change = Extract<Operation, { readonly kind: 'ChangeCommittee' }>;
type Join = Extract<CommitteeRequest, { readonly kind: 'Join' }>;

/** Why a change of committee must be refused, and with what code. */
interface ChangeFault {
  readonly code: NonNullable<Opinion>;
  readonly fault: string;
}

/** Says why a change of committee must be refused (rule C3); undefined if it need not be. */
export function changeFault(
  { epoch, newCommittee: { validators: seats } }: Change,
  standing: Standing,
): ChangeFault | undefined {
  const { sender, operations } = standing.facts.transaction;
  const running = standing.state.committees.at(-1);
  if (operations.length > 1) return against('a change of committee stands beside others');
  if (running === undefined || epoch <= running.epoch) return against('its epoch has begun');
  if (epoch > running.epoch + 1) return early('the epoch before has not begun');
  if (sender !== accountOf(running)) {
    return against('no quorum of operators changes the committee');
  }
  if (seats.length === 0 || seats.length > LIMITS.committeeMembers) {
    return against(`it makes a committee of ${seats.length}`);
  }
  if (!isEachAlone(seats.map(({ address }) => address))) return against('it seats a key twice');
  if (!isEachAlone(seats.map(nodeNameOf))) return against('it seats two at one place');
  return faultOfSeats(seats, standing);
}

/** The account that changes a committee (rule C1). */
function accountOf({ epoch, members }: Committee): Address {
  const authorizedSigners = members.flatMap(({ operator }) => operator ?? []);
  const quorum = BigInt(quorumSize(members.length));
  return multiSigAddress({ authorizedSigners, quorum, nonce: BigInt(epoch) });
}

function against(fault: string): ChangeFault {
  return { code: 'NonSubmittableOperation', fault };
}

function early(fault: string): ChangeFault {
  return { code: 'MissingDependency', fault };
}

/**
 * Says why an operator's request cannot make a key that of a validator (rule C2); undefined if it
 * can.
 */
export function seatFault(
  config: ValidatorConfig,
  operator: Address,
  { state: { ledger, committees }, verifier }: Standing,
): string | undefined {
  const { address } = config;
  const isOperators = committees.some(({ members }) =>
    members.some((member) => member.operator === address),
  );
  if (hasHistory(address, ledger) || isMember(address, committees) || isOperators) {
    return 'a request for a key that is taken';
  }
  if (operator === address) return 'a request for the requester’s own key';
  if (!verifier.isAcceptableKey(address)) return 'a request for an invalid key';
  const named = operatorIn(config.host);
  return named === undefined || named === operator ? undefined : 'a request in the name of another';
}

/** Tells whether an operator has requested a seat for a key that has had none yet (rule C2). */
export function waitsForSeat(
  asking: Address,
  requests: Iterable<CommitteeRequest>,
  committees: readonly Committee[],
): boolean {
  for (const request of requests) {
    if (request.kind !== 'Join' || request.operator !== asking) continue;
    if (!isMember(request.config.address, committees)) return true;
  }
  return false;
}

/** Checks the members in their order, and then that each of their operators has only one seat. */
function faultOfSeats(
  seats: readonly ValidatorConfig[],
  standing: Standing,
): ChangeFault | undefined {
  const joins = joinsIn(standing);
  const operators: Address[] = [];
  for (const seat of seats) {
    const asked = joins.filter(({ config }) => config.address === seat.address);
    const fault = faultOfSeat(seat, asked, standing);
    if (fault !== undefined) return fault;
    const operator = operatorIn(seat.host) ?? asked[0]?.operator;
    if (operator !== undefined) operators.push(operator);
  }
  return isEachAlone(operators) ? undefined : against('it gives an operator two seats');
}

function joinsIn({ state }: Standing): readonly Join[] {
  const requests = [...state.ledger.request.values()];
  return requests.filter((request): request is Join => request.kind === 'Join');
}

/** Lists the seats of a change that nobody who may has asked for (rule C3). */
export function seatsUnasked(
  { newCommittee: { validators: seats } }: Change,
  standing: Standing,
): readonly ValidatorConfig[] {
  const joins = joinsIn(standing);
  return seats.filter((seat) => !joins.some((join) => isFor(seat, join)));
}

function isFor(seat: ValidatorConfig, { config, operator }: Join): boolean {
  const isAlike =
    config.address === seat.address && config.host === seat.host && config.rpcPort === seat.rpcPort;
  return isAlike && operator === (operatorIn(seat.host) ?? operator);
}

function faultOfSeat(
  seat: ValidatorConfig,
  asked: readonly Join[],
  standing: Standing,
): ChangeFault | undefined {
  if (isMember(seat.address, standing.state.committees)) return against('it seats a member again');
  const named = operatorIn(seat.host);
  const matching = asked.filter((join) => isFor(seat, join));
  // The right request may still come: anybody may send a request in the name of another operator.
  if (matching.length === 0) return early('nobody asked for a seat of it');
  // The operator of a seat must be unambiguous: the host names it, or all requests for the key come
  // from one.
  const isPlain =
    named !== undefined || asked.every(({ operator }) => operator === asked[0]?.operator);
  if (!isPlain) return against('two operators asked for a seat of it');
  const faults = matching.map(({ config, operator }) => seatFault(config, operator, standing));
  return faults.includes(undefined) ? undefined : against(`it grants ${faults[0]}`);
}

function isMember(key: Address, committees: readonly Committee[]): boolean {
  return committeeOf(committees, key) !== undefined;
}

function isEachAlone(names: readonly string[]): boolean {
  return new Set(names).size === names.length;
}

/** Gives the operator of a validator if the host names it: `fast1…@host`. */
function operatorIn(host: string): Address | undefined {
  const [name = '', place] = host.split(/@(.+)/, 2);
  if (place === undefined) return undefined;
  try {
    const operator = parseAddress(name);
    return formatAddress(operator) === name ? operator : undefined;
  } catch (error) {
    if (error instanceof DecodeError) return undefined;
    throw error;
  }
}
