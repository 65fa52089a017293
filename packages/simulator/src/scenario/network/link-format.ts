import { parseDuration } from '../../duration.ts';
import type {
  Corruption,
  Duplication,
  LinkModel,
  Reordering,
  Replay,
} from '../../network/link-model.ts';
import type { Path, Problem } from '../diagnostic.ts';
import { definition, duration, type JsonSchema, object } from '../schema-shapes.ts';
import { buildDelay, checkDelay, type RawDelay } from './delay-format.ts';

/** Hold a link as the file states it. */
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

/** The most copies of one message that a link makes. */
const MAX_COPIES = 100;
/** The most bits that a link flips in one message. */
const MAX_BITS = 8;

const COPY_DELAY: RawDelay = { dist: 'exp', mean: '1 s' };

const probability = (description: string) => definition('probability', description);

/** The keys of a link, to be spread among those of whatever describes one. */
export const linkKeys: Readonly<Record<string, JsonSchema>> = {
  'delay?': definition('delay', 'How long a message travels.'),
  'drop?': probability('How likely a message is lost; 0 by default.'),
  'burst?': {
    title: 'a number, 1 or more',
    description:
      'How many messages are lost in a row on average; losses are independent by default.',
    type: 'number',
    minimum: 1,
  },
  'dropResponses?': probability(
    'How likely an answer is lost, though its request was handled; 0 by default.',
  ),
  'duplicate?': object('Lets messages arrive more than once.', {
    probability: probability('How likely a message is copied.'),
    'copies?': {
      title: `a whole number from 1 to ${MAX_COPIES}`,
      description: 'How many copies arrive besides the message itself; 1 by default.',
      type: 'integer',
      minimum: 1,
      maximum: MAX_COPIES,
    },
    'delay?': definition('delay', 'How much later each copy arrives; 1 s on average by default.'),
  }),
  'replay?': object('Sends earlier messages of the link again.', {
    probability: probability('How likely a message brings an earlier one along.'),
    'age?': duration('How old that may be; the whole run by default.'),
  }),
  'reorder?': object('Holds messages up, so that later ones overtake them.', {
    probability: probability('How likely a message is held up.'),
    by: duration('For how long at most; any time up to it is equally likely.'),
  }),
  'corrupt?': object('Flips bits of what is sent.', {
    probability: probability('How likely a message is hit.'),
    'bits?': {
      title: `a whole number from 1 to ${MAX_BITS}`,
      description: 'How many of its bits; 1 by default.',
      type: 'integer',
      minimum: 1,
      maximum: MAX_BITS,
    },
  }),
};

/** Convert what a checked link states; what it leaves out stays out. */
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

/** Find values of a link that contradict each other; expects a checked shape. */
export function checkLink({ delay, duplicate }: RawLink, path: Path): Problem[] {
  return [
    ...checkDelay(delay, [...path, 'delay']),
    ...checkDelay(duplicate?.delay, [...path, 'duplicate', 'delay']),
  ];
}
