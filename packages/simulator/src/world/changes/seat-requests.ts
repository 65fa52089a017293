import { factsOf, type Operation, type TransactionId } from '@quorate/protocol';
import { type BareGround, transactionOf } from '../../byzantine/bare-transaction.ts';
import { type CommitteeChange, isAdmissible } from '../../scenario/cluster/committee-changes.ts';
import { userOf } from '../links.ts';
import { operatorOf, type Parties } from '../parties.ts';
import { signTransaction } from '../users/intents.ts';
import { configOf } from './committee-account.ts';
import { type ErrandGround, runErrand } from './errand.ts';

/** What seat requests are made with. */
export interface SeatGround extends Omit<ErrandGround, 'clock'>, BareGround {
  readonly clock: ErrandGround['clock'];
  readonly parties: Parties;
}

/** A seat request whose errand has ended. */
export interface EndedRequest {
  /** The index of the change that the seat belongs to. */
  readonly change: number;
  readonly id: TransactionId;
}

/** Names the node of an errand for operators; no node of a scenario has such a name. */
export function registrarOf(errand: string): string {
  return userOf(`registrar:${errand}`);
}

/**
 * Makes every operator request the seats that changes plan for it, one after the other (rule C2).
 * `onEnd` is called when a request has settled or failed, with the change it was for.
 */
export function requestSeats(
  changes: readonly CommitteeChange[],
  ground: SeatGround,
  onEnd: (request: EndedRequest) => void,
): void {
  const validators = new Set(changes.flatMap(({ members }) => members));
  for (const validator of validators) requestSeatsOf(validator, changes, ground, onEnd);
}

/** A seat that one operator requests, in some change. */
interface WantedSeat {
  readonly change: CommitteeChange;
  readonly index: number;
  /** The validator that is to have the seat. */
  readonly seated: string;
}

/** Makes the operator of a validator request all its seats. */
function requestSeatsOf(
  validator: string,
  changes: readonly CommitteeChange[],
  ground: SeatGround,
  onEnd: (request: EndedRequest) => void,
): void {
  const { parties } = ground;
  const operator = operatorOf(parties, validator);
  const wanted = changes.flatMap((change, index) =>
    seatsWanted(validator, change).map((seated): WantedSeat => ({ change, index, seated })),
  );
  let nonce = 0n;

  function ask(place: number): void {
    const request = wanted[place];
    if (request === undefined) return;
    const { change, index, seated } = request;
    const config = configOf(seated, keyEpochOf(changes, index, seated), parties);
    const operation: Operation = { kind: 'JoinCommittee', config };
    const transaction = transactionOf(operator.address, [operation], ground, nonce);
    runErrand(
      {
        name: registrarOf(`${seated}:${change.id}`),
        envelope: signTransaction(transaction, operator),
        onEnd: (ending) => {
          if (ending === 'settled') nonce += 1n;
          onEnd({ change: index, id: factsOf(transaction).id });
          ask(place + 1);
        },
      },
      ground,
      // Proxies refuse a request for a key that had a seat before.
      { isDirect: change.keys === 'continued', deliver: undefined },
    );
  }

  ask(0);
}

/** Names the validators whose seats in a change are requested by the operator of this validator. */
function seatsWanted(
  validator: string,
  { members, operators }: CommitteeChange,
): readonly string[] {
  const own = members.filter((member) => member === validator);
  const last = members.at(-1);
  if (operators === 'own' || last === undefined) return own;
  if (validator === members[0]) return [...own, last];
  return validator === last ? [] : own;
}

/**
 * Gives the epoch of the validator's key in a change: a fresh key, or the last one planned for a
 * seat.
 */
export function keyEpochOf(
  changes: readonly CommitteeChange[],
  index: number,
  validator: string,
): number {
  if (changes[index]?.keys !== 'continued') return index + 1;
  const before = changes
    .slice(0, index)
    .findLastIndex((change) => isAdmissible(change) && change.members.includes(validator));
  return before + 1;
}
