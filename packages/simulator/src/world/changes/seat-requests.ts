import { factsOf, type Operation, type TransactionId } from '@quorate/protocol';
import { type BareGround, transactionOf } from '../../byzantine/bare-transaction.ts';
import type { CommitteeChange } from '../../scenario/committee-changes.ts';
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

function requestSeatsOf(
  validator: string,
  changes: readonly CommitteeChange[],
  ground: SeatGround,
  onEnd: (request: EndedRequest) => void,
): void {
  const { parties } = ground;
  const operator = operatorOf(parties, validator);
  const wanted = changes.flatMap((change, index) =>
    change.members.includes(validator) ? [{ change, index }] : [],
  );
  let nonce = 0n;

  function ask(place: number): void {
    const request = wanted[place];
    if (request === undefined) return;
    const { change, index } = request;
    const config = configOf(validator, keyEpochOf(changes, index, validator), parties);
    const operation: Operation = { kind: 'JoinCommittee', config };
    const transaction = transactionOf(operator.address, [operation], ground, nonce);
    runErrand(
      {
        name: registrarOf(`${validator}:${change.id}`),
        envelope: signTransaction(transaction, operator),
        onEnd: (ending) => {
          if (ending === 'settled') nonce += 1n;
          onEnd({ change: index, id: factsOf(transaction).id });
          ask(place + 1);
        },
      },
      ground,
      { keys: change.keys, deliver: undefined },
    );
  }

  ask(0);
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
    .findLastIndex(({ members, keys }) => keys === 'fresh' && members.includes(validator));
  return before + 1;
}
