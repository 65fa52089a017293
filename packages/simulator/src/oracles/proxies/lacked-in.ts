import { readableFacts } from '@quorate/core';
import type { MissingDependency, Rejection } from '@quorate/protocol';
import type { Place } from '../following/settled-lists.ts';

/** The most certificates that a validator is brought between two repetitions. */
export const PLACES_MAX = 200;

/** How many things without a certificate are sought at once. */
const NAMELESS_MAX = 20;

const HASH = /^[0-9a-f]{64}$/;

/** What a validator lacks according to its refusal. */
export interface Lacked {
  /** The places of certificates. */
  readonly places: readonly Place[];
  /** Whether the first of them has to be brought first. */
  readonly isInOrder: boolean;
  /** What it names without the certificate that provides it. */
  readonly nameless: readonly MissingDependency[];
}

const NOTHING: Lacked = { places: [], isInOrder: false, nameless: [] };

/**
 * Reads from a refusal what a validator lacks of what comes before the thing refused (rule P6). What
 * cannot exist is left out.
 */
export function lackedIn(rejection: Rejection, refused: Place): Lacked {
  switch (rejection.code) {
    case 'UnexpectedNonce':
      return { ...NOTHING, places: runTo(refused, rejection.expectedNonce), isInOrder: true };
    case 'MissingEarlierConfirmations':
      return { ...NOTHING, places: runTo(refused, rejection.currentNonce), isInOrder: true };
    case 'MissingDependency':
      return missingIn(rejection.missing);
    case 'PreviousTransactionMustBeConfirmedFirst': {
      const held = rejection.pending.flatMap((envelope) => {
        const { sender, nonce } = readableFacts(envelope)?.transaction ?? {};
        return sender === refused.sender && nonce !== undefined ? [nonce] : [];
      });
      // Whoever is past the nonce as well as before it lies.
      const isPast = held.some((nonce) => nonce > refused.nonce);
      return isPast
        ? NOTHING
        : { ...NOTHING, places: held.flatMap((each) => runTo(refused, each)) };
    }
    default:
      return NOTHING;
  }
}

function runTo({ sender, nonce: end }: Place, from: bigint): readonly Place[] {
  const places: Place[] = [];
  if (from < 0n) return places;
  for (let nonce = from; nonce < end && places.length < PLACES_MAX; nonce += 1n) {
    places.push({ sender, nonce });
  }
  return places;
}

function missingIn(missing: readonly MissingDependency[]): Lacked {
  const places: Place[] = [];
  const nameless: MissingDependency[] = [];
  for (const each of missing) {
    const { id, sender, nonce } = each;
    if (sender !== undefined && nonce !== undefined) {
      const isPossible = HASH.test(sender) && nonce >= 0n && nonce < 2n ** 64n;
      if (isPossible) places.push({ sender, nonce });
    } else if (id.split('/').every((part) => HASH.test(part) || /^\d{1,20}$/.test(part))) {
      nameless.push(each);
    }
  }
  return { places, isInOrder: false, nameless: nameless.slice(0, NAMELESS_MAX) };
}

/** Tells whether two places are the same. */
export function isSamePlace(a: Place, b: Place): boolean {
  return a.sender === b.sender && a.nonce === b.nonce;
}

/** Tells whether two dependencies are the same. */
export function isSameDependency(a: MissingDependency, b: MissingDependency): boolean {
  return a.kind === b.kind && a.id === b.id && a.sender === b.sender;
}
