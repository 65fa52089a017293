import {
  buildDelay,
  checkPositive,
  delayMistakes,
  type Mistake,
  type Path,
  type RawDelay,
} from './delay-notation.ts';
import { parseDuration } from './duration.ts';
import type { Corruption, Duplication, LinkModel, Reordering, Replay } from './link-model.ts';

/** A link as users state it: durations with units, every key optional. */
export interface RawLink {
  readonly delay?: RawDelay;
  readonly drop?: number;
  readonly burst?: number;
  readonly dropResponses?: number;
  readonly duplicate?: RawDuplication;
  readonly replay?: { readonly probability: number; readonly age?: string };
  readonly reorder?: { readonly probability: number; readonly by: string };
  readonly corrupt?: { readonly probability: number; readonly bits?: number };
}

interface RawDuplication {
  readonly probability: number;
  readonly copies?: number;
  readonly delay?: RawDelay;
}

/** The most copies that a link makes of one message, and the most bits that it flips in one. */
export const LINK_LIMITS = { copies: 100, bits: 8 } as const;

const COPY_DELAY: RawDelay = { dist: 'exp', mean: '1 s' };

/** Converts the stated properties of a link; the result has no others. */
export function buildLink(raw: RawLink): Partial<LinkModel> {
  const { delay, drop, burst, dropResponses, duplicate, replay, reorder, corrupt } = raw;
  return {
    ...(delay === undefined ? {} : { delay: buildDelay(delay) }),
    ...(drop === undefined ? {} : { drop }),
    ...(burst === undefined ? {} : { burst }),
    ...(dropResponses === undefined ? {} : { dropResponses }),
    ...(duplicate === undefined ? {} : { duplicate: buildDuplication(duplicate) }),
    ...(replay === undefined ? {} : { replay: buildReplay(replay) }),
    ...(reorder === undefined ? {} : { reorder: buildReordering(reorder) }),
    ...(corrupt === undefined ? {} : { corrupt: buildCorruption(corrupt) }),
  };
}

function buildDuplication(raw: RawDuplication): Duplication {
  const { probability: likely, copies = 1, delay = COPY_DELAY } = raw;
  return { probability: likely, copies, delay: buildDelay(delay) };
}

function buildReplay({ probability: likely, age }: NonNullable<RawLink['replay']>): Replay {
  return { probability: likely, age: age === undefined ? undefined : parseDuration(age) };
}

function buildReordering({ probability: likely, by }: NonNullable<RawLink['reorder']>): Reordering {
  return { probability: likely, by: parseDuration(by) };
}

function buildCorruption(raw: NonNullable<RawLink['corrupt']>): Corruption {
  return { probability: raw.probability, bits: raw.bits ?? 1 };
}

/** Finds contradicting values in a link of the right shape. */
export function linkMistakes(
  { delay, duplicate, reorder }: RawLink,
  path: Path,
): readonly Mistake[] {
  return [
    ...delayMistakes(delay, [...path, 'delay']),
    ...delayMistakes(duplicate?.delay, [...path, 'duplicate', 'delay']),
    ...(reorder === undefined ? [] : checkPositive(reorder.by, [...path, 'reorder', 'by'])),
  ];
}
