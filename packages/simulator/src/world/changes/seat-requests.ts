import { factsOf, type Operation, type TransactionId } from '@quorate/protocol';
import { type BareGround, transactionOf } from '../../byzantine/bare-transaction.ts';
import { type CommitteeChange, isAdmissible } from '../../scenario/committee-changes.ts';
import { signTransaction } from '../intents.ts';
import { userOf } from '../links.ts';
import { operatorOf, type Parties } from '../parties.ts';
import { configOf } from './committee-account.ts';
import { type ErrandGround, runErrand } from './errand.ts';

/** What requests are made with. */
export interface SeatGround extends Omit<ErrandGround, 'clock'>, BareGround {
  readonly clock: ErrandGround['clock'];
  readonly parties: Parties;
}

/** A request for a seat that nobody sees through any more. */
export interface EndedRequest {
  /** The place of the change that the seat is for. */
  readonly change: number;
  readonly id: TransactionId;
}

/** Names whoever sees something through for operators; no node of a scenario has such a name. */
export function registrarOf(errand: string): string {
  return userOf(`registrar:${errand}`);
}

/**
 * Has every operator ask for the seats that changes mean it to have, one after the other (rule C2).
 * `onEnd` hears of each request that it has settled or come to nothing, and of which change it was for.
 */
export function requestSeats(
  changes: readonly CommitteeChange[],
  ground: SeatGround,
  onEnd: (request: EndedRequest) => void,
): void {
  const validators = new Set(changes.flatMap(({ members }) => members));
  for (const validator of validators) requestSeatsOf(validator, changes, ground, onEnd);
}

/** A seat that one operator asks for, in whichever change. */
interface WantedSeat {
  readonly change: CommitteeChange;
  readonly index: number;
  /** The validator that is to have it. */
  readonly seated: string;
}

/** Has the operator of a validator ask for all its seats. */
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
      // Proxies refuse what asks for a key that had a seat before.
      { isDirect: change.keys === 'continued', deliver: undefined },
    );
  }

  ask(0);
}

/** Names those whose seats in a change the operator of a validator asks for. */
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

/** Says which of a validator's keys a change names: a fresh one, or the last that was meant to sit. */
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
