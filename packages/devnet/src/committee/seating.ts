import { type Committee, invariant } from '@quorate/core';
import type { Snapshots } from '../admin/snapshots.ts';
import type { PlacedValidator } from '../hosting.ts';
import { furthest, type Standing } from './standing.ts';

/** The committees of a devnet, the requests for seats, and the way to add validators. */
export interface Seating {
  /** The committees of all epochs, as the most advanced validator knows them. */
  committees(): readonly Committee[];
  running(): Committee;
  /** Every settled request to join or leave, as the same validator knows them. */
  requests(): Standing['requests'];
  /**
   * Hosts another validator, which has no seat at first.
   *
   * @throws DevnetError, ListenError if it cannot come up; AdminError if the devnet is closing
   */
  add(): Promise<PlacedValidator>;
}

/** What the seating of a devnet works on. */
export interface SeatingOptions {
  /** May grow. */
  readonly placed: readonly PlacedValidator[];
  /** The committee of epoch 0. */
  readonly first: Committee;
  /** Waits until nothing else changes the network as a whole, and lets nothing else meanwhile. */
  readonly inTurn: Snapshots['inTurn'];
  /** Hosts another validator. @throws DevnetError, ListenError */
  readonly host: () => Promise<PlacedValidator>;
}

/** Creates the seating of a devnet. */
export function createSeating({ placed, first, inTurn, host }: SeatingOptions): Seating {
  const best = () => furthest(placed.map(({ hosted }) => hosted.standing()));
  const committees = () => best()?.committees ?? [first];
  return {
    committees,
    running() {
      const last = committees().at(-1);
      invariant(last !== undefined, 'there is a committee of epoch 0');
      return last;
    },
    requests: () => best()?.requests ?? [],
    // One after the other, so that each place on the roster is given once, and not while the network
    // is put back: a validator that joins then would keep what it has heard of what is undone.
    add: () => inTurn(host),
  };
}
