import { formatDuration, parseDuration } from '@quorate/network';
import type { Path, Problem } from '../diagnostic.ts';
import {
  mapping,
  node,
  orElse,
  positive,
  type Spread,
  type StatedOf,
  type ValueOf,
  word,
} from '../forms.ts';
import { field, text } from '../loose.ts';
import { DURATION, textOr } from '../schema-shapes.ts';
import { known } from '../steps/check-steps.ts';

/**
 * The points of the protocol at which a fault may strike. All but the last three concern a
 * transaction, a certificate or a user's order that reaches a node, never a dry run or a query.
 *
 * - `received`: the message reaches the node, before the node's step.
 * - `signed`: the step of a validator gave a signature, whose lock is written and not flushed.
 * - `settled`: the step of a validator applied a certificate, which is written and not flushed.
 * - `certified`: the step of a proxy formed a certificate, which is written and not flushed.
 * - `flushed`: what the step wrote is durable, and no message that depends on it has left.
 * - `answered`: the answer has been handed to the network.
 * - `frozen`: a validator's snapshot of an epoch that has ended is durable, and the validator has
 * told nobody of the end (C4, C5).
 * - `merged`: what a validator merged is durable, and it has signed nothing since (C6).
 * - `effect`: the node is about to handle any event, or one effect of any step has been carried
 * out. No crash can come between two of these points.
 */
export const PROTOCOL_MOMENTS = [
  'received',
  'signed',
  'flushed',
  'answered',
  'settled',
  'certified',
  'frozen',
  'merged',
  'effect',
] as const;

/** The name of a point of the protocol. */
export type ProtocolMoment = (typeof PROTOCOL_MOMENTS)[number];

/** When a fault takes effect. */
export type Moment =
  /** `at` is in nanoseconds since the start of the run. */
  | { readonly kind: 'time'; readonly at: bigint }
  /** After the run has delivered this many events: messages and timers. */
  | { readonly kind: 'events'; readonly count: number }
  | ({ readonly kind: 'trigger' } & Point);

/** A moment as the file states it; every fault has one of the two keys. */
export interface RawMoment {
  readonly at?: string | StatedOf<typeof events>;
  readonly when?: StatedOf<typeof trigger>;
}

/** The form of the `count`th time, counted from 1, that a node reaches a point of the protocol. */
export const point = (description: string) =>
  mapping(description, {
    node: node('The node that reaches it.'),
    after: word(
      'The point.',
      PROTOCOL_MOMENTS,
      `${PROTOCOL_MOMENTS.slice(0, -1).join(', ')} or ${PROTOCOL_MOMENTS.at(-1)}`,
    ),
    'count?': orElse(positive('The how manyeth time; the first by default.'), 1),
  });

/** The `count`th time, counted from 1, that this node reaches this point. */
export type Point = ValueOf<ReturnType<typeof point>>;

const trigger = point('At a point of the protocol rather than of time.');

const events = mapping('When, in virtual time or, as { events: 120 }, in events delivered.', {
  events: positive('How many messages and timers the run has delivered by then.'),
});

const time = textOr(
  {
    title: 'a duration with a unit, such as "2 s", or events: a count',
    pattern: `^${DURATION}$`,
    format: 'quorate-duration',
  },
  events.schema,
);

/** The form of a moment. */
export const moment: Spread<Moment, RawMoment> = {
  keys: { 'at?': time, 'when?': trigger.schema },
  load({ at, when }) {
    if (when !== undefined) return { kind: 'trigger', ...trigger.load(when) };
    if (typeof at === 'object') return { kind: 'events', count: at.events };
    return { kind: 'time', at: parseDuration(at ?? '0 ms') };
  },
  state(value) {
    switch (value.kind) {
      case 'time':
        return { at: formatDuration(value.at) };
      case 'events':
        return { at: { events: value.count } };
      case 'trigger':
        return { when: trigger.state(value) };
    }
  },
};

/**
 * Finds a trigger whose node does not exist, in the fault or act at `path`; accepts values of any
 * shape.
 */
export function checkMomentNames(fault: unknown, path: Path, nodes: readonly string[]): Problem[] {
  return known('node', [...path, 'when', 'node'], text(field(fault, 'when'), 'node'), nodes);
}

/** The limits of a run: moments after them never come. */
export interface RunLimits {
  /** In nanoseconds. */
  readonly simTime: bigint;
  readonly events: number;
}

/** Finds what is wrong with the moment of the fault or act at `path`; expects the checked shape. */
export function checkMoment(
  { at, when }: RawMoment,
  path: Path,
  { simTime, events }: RunLimits,
): Problem[] {
  if (at !== undefined && when !== undefined) {
    return atValue([...path, 'when'], 'expected either "at" or "when", got both');
  }
  if (when !== undefined) return [];
  if (at === undefined) return atValue([...path, 'at'], 'missing key "at" or "when"');
  if (typeof at === 'object') {
    return at.events < events
      ? []
      : atValue(
          [...path, 'at', 'events'],
          `expected less than limits.events, ${events}, at which the run ends, got ${at.events}`,
        );
  }
  return parseDuration(at) < simTime
    ? []
    : atValue(
        [...path, 'at'],
        `expected a time before limits.simTime, at which the run ends, got ${at}`,
      );
}

function atValue(path: Path, message: string): Problem[] {
  return [{ path, at: 'value', message }];
}
