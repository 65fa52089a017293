import { DRIFT_LIMITS } from '@quorate/actors';
import { formatSignedDuration, parseSignedDuration } from '@quorate/network';
import {
  count,
  duration,
  either,
  type Form,
  id,
  is,
  mapping,
  node,
  orElse,
  same,
  type ValueOf,
} from '../forms.ts';
import { DURATION } from '../schema-shapes.ts';
import { moment } from './moment.ts';
import { ending, lasting } from './span.ts';

/**
 * What a crash leaves on the disk of writes that were not flushed. `keep`: all of them.
 * `lose-unsynced`: none. `torn`: the first few, and a part of the next one, which a restart must
 * discard.
 */
export const DISK_AFTER_CRASH = ['keep', 'lose-unsynced', 'torn'] as const;

/** What a crash leaves where nothing is stated. */
export const USUAL_DISK: (typeof DISK_AFTER_CRASH)[number] = 'lose-unsynced';

const ofNode = {
  id: id('A name for reports.'),
  node: node('The validator, proxy or client.'),
  moment,
};

const whileItLasts = lasting('How long; until the run heals by default.');

const stopping = {
  'restartAfter?': duration('How long it stays down; until the run heals by default.'),
  ...ending,
};

const crash = mapping('Stops a node: its memory is lost.', {
  kind: is('crash'),
  ...ofNode,
  'disk?': orElse(
    either(
      'What is left of writes that were not flushed; lose-unsynced by default.',
      DISK_AFTER_CRASH,
    ),
    USUAL_DISK,
  ),
  // At most all but one.
  'batches?': count('Of a torn write, how many batches are whole; drawn by default.'),
  ...stopping,
});

// A validator that has forgotten what it signed is no longer correct, so it counts like a Byzantine
// one: see `amnesiacNodes`.
const amnesia = mapping('Stops a node and puts an old backup of its disk in place.', {
  kind: is('amnesia'),
  ...ofNode,
  age: duration('How old the backup is.'),
  ...stopping,
});

const pause = mapping('Lets a node stand still; what reaches it is handled afterwards, in order.', {
  kind: is('pause'),
  ...ofNode,
  ...whileItLasts,
});

const slow = mapping('Makes a node slow: it handles one message or timer after another.', {
  kind: is('slow'),
  ...ofNode,
  ...whileItLasts,
  delay: duration('The time it spends on each.'),
});

const offset: Form<bigint, string> = {
  schema: {
    title: 'a duration with a unit, such as "-2 s"',
    description: 'How far it is ahead at once, or, below 0, behind; 0 ms by default.',
    type: 'string',
    pattern: `^-?${DURATION}$`,
    format: 'quorate-signed-duration',
  },
  load: parseSignedDuration,
  state: formatSignedDuration,
};

// A clock that is put behind jumps back when the fault begins.
const clock = mapping('Puts the clock of a node wrong.', {
  kind: is('clock'),
  ...ofNode,
  ...whileItLasts,
  'offset?': orElse(offset, '0 ms'),
  'drift?': orElse(
    same<number>({
      title: `a whole number of parts per million from ${DRIFT_LIMITS.min} to ${DRIFT_LIMITS.max}`,
      description: 'How much too fast it goes, or, below 0, too slow; 0 by default.',
      type: 'integer',
      minimum: DRIFT_LIMITS.min,
      maximum: DRIFT_LIMITS.max,
    }),
    0,
  ),
});

/** Stops a node: its memory is lost. */
export type CrashFault = ValueOf<typeof crash>;

/** Stops a node and puts its disk back to what it durably held `age` nanoseconds before. */
export type AmnesiaFault = ValueOf<typeof amnesia>;

/** Makes a node stand still; it handles afterwards, in order, what reaches it meanwhile. */
export type PauseFault = ValueOf<typeof pause>;

/** Makes a node spend `delay` nanoseconds on every message and timer, one after another. */
export type SlowFault = ValueOf<typeof slow>;

/**
 * Puts the clock of a node wrong: by `offset` nanoseconds at once, and by `drift` parts per million
 * as time goes on.
 */
export type ClockFault = ValueOf<typeof clock>;

/** The forms of the faults of one node. */
export const nodeFaults = [crash, amnesia, pause, slow, clock];

/** What goes wrong in one node: a validator, a proxy or a client. */
export type NodeFault = ValueOf<(typeof nodeFaults)[number]>;
