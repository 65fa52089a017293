import { invariant } from '@quorate/core';
import type { LyingAct } from './act-shape.ts';
import type { Hampers } from './hampers.ts';
import type { Liar, OnActed } from './liar.ts';

/** Ends an effect; a node that it took down is up afterwards. */
export type Undo = () => void | Promise<void>;

/**
 * What a node that is up suffers from during a fault; times are in nanoseconds. It is plain data,
 * because a validator in a process of its own is told of it.
 */
export type Ailment =
  | { readonly kind: 'pause' }
  | { readonly kind: 'slow'; readonly delay: bigint }
  | {
      readonly kind: 'clock';
      readonly offset: bigint;
      /** In parts per million, as in `Skew`. */
      readonly drift: number;
      /** When the fault began, since the Unix epoch. */
      readonly since: bigint;
    }
  | { readonly kind: 'byzantine'; readonly acts: readonly LyingAct[] };

/** Ailments, each with a number that no other one ever has. */
export type NumberedAilments = readonly (readonly [number, Ailment])[];

/** An act that a validator has done once: the number of the ailment, and its place there. */
export interface Acted {
  readonly ailment: number;
  readonly act: number;
}

/** An effect that was begun. */
export interface Effect {
  /**
   * Resolves once it is in effect; a node that is down comes up with it.
   *
   * @throws AdminError if the node does not say so in time, or failed
   */
  readonly begun: Promise<void>;
  readonly end: Undo;
}

/** Makes a node suffer from something. @throws AdminError if it cannot */
export type Suffer = (ailment: Ailment, onActed?: OnActed) => Effect;

/** What of a node of this process can suffer. */
export interface Body extends Hampers {
  /** Absent if it is no validator. */
  readonly liar?: Liar;
  /** The right time. */
  readonly now: () => bigint;
}

const MILLION = 1_000_000n;

/** Makes a node of this process suffer; gives the function that ends it. */
export function sufferHere(
  { gate, clock, liar, now }: Body,
  ailment: Ailment,
  onActed?: OnActed,
): () => void {
  switch (ailment.kind) {
    case 'pause':
      return gate.pause();
    case 'slow':
      return gate.slow(ailment.delay);
    case 'clock': {
      const { offset, drift, since } = ailment;
      // A process that was started again goes on where the clock of the last one would be.
      const drifted = ((now() - since) * BigInt(drift)) / MILLION;
      return clock.skew({ offset: offset + drifted, drift });
    }
    case 'byzantine':
      invariant(liar !== undefined, 'only a validator lies');
      return liar.begin(ailment.acts, onActed);
  }
}

/** Gives what makes a node of this process suffer. */
export function sufferOf(body: Body): Suffer {
  return (ailment, onActed) => {
    return { begun: Promise.resolve(), end: sufferHere(body, ailment, onActed) };
  };
}
