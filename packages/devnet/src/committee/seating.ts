import { type Committee, invariant } from '@quorate/core';
import type { PlacedValidator } from '../hosting.ts';
import { furthest, type Standing } from './standing.ts';

/** Who sits in the committee of a devnet, who asks for a seat, and how more come to it. */
export interface Seating {
  /** The committees of all epochs, as the validator knows them that knows of the latest one. */
  committees(): readonly Committee[];
  running(): Committee;
  /** Every request to join or leave that has settled, as the same validator knows them. */
  requests(): Standing['requests'];
  /**
   * Hosts one more validator, which has no seat yet.
   *
   * @throws DevnetError, ListenError where it cannot come up; AdminError once the devnet closes
   */
  add(): Promise<PlacedValidator>;
}

/** What the seating of a devnet works on. */
export interface SeatingOptions {
  /** Grows. */
  readonly placed: readonly PlacedValidator[];
  /** The committee of epoch 0. */
  readonly first: Committee;
  /** Hosts one more. @throws DevnetError, ListenError */
  readonly host: () => Promise<PlacedValidator>;
}

/** Creates the seating of a devnet. */
export function createSeating({ placed, first, host }: SeatingOptions): Seating {
  const best = () => furthest(placed.map(({ hosted }) => hosted.standing()));
  const committees = () => best()?.committees ?? [first];
  /** Each place on the roster is given once, whoever asks meanwhile. */
  let before: Promise<unknown> = Promise.resolve();

  return {
    committees,
    running() {
      const last = committees().at(-1);
      invariant(last !== undefined, 'there is a committee of epoch 0');
      return last;
    },
    requests: () => best()?.requests ?? [],
    add() {
      const added = before.then(host);
      before = added.catch(() => undefined);
      return added;
    },
  };
}
