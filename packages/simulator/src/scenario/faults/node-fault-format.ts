import { DRIFT_LIMITS } from '@quorate/actors';
import { parseDuration, parseSignedDuration } from '@quorate/network';
import { known } from '../check-steps.ts';
import type { Path, Problem } from '../diagnostic.ts';
import { text } from '../loose.ts';
import { DURATION, definition, duration, type JsonSchema, node, object } from '../schema-shapes.ts';
import { buildMoment, momentKeys, type RawMoment, type RawPoint } from './moment.ts';
import { DISK_AFTER_CRASH, type DiskAfterCrash, type NodeFault, USUAL_DISK } from './node-fault.ts';
import {
  buildSpan,
  buildUntil,
  optionalDuration,
  type RawSpan,
  spanKeys,
  untilKey,
} from './span.ts';

interface RawOfNode extends RawMoment {
  readonly id: string;
  readonly node: string;
}

/** When a stopped node starts again, as the file states it. */
interface RawStopping {
  readonly restartAfter?: string;
  readonly until?: RawPoint;
}

/** A fault of one node as the file states it. */
export type RawNodeFault = RawOfNode &
  (
    | ({
        readonly kind: 'crash';
        readonly disk?: DiskAfterCrash;
        readonly batches?: number;
      } & RawStopping)
    | ({ readonly kind: 'amnesia'; readonly age: string } & RawStopping)
    | ({ readonly kind: 'pause' } & RawSpan)
    | ({ readonly kind: 'slow'; readonly delay: string } & RawSpan)
    | ({ readonly kind: 'clock'; readonly offset?: string; readonly drift?: number } & RawSpan)
  );

const ofNode = {
  id: definition('id', 'A name for reports.'),
  node: node('The validator, proxy or client.'),
  ...momentKeys,
};

const lasting = spanKeys('How long; until the run heals by default.');

const stopping = {
  'restartAfter?': duration('How long it stays down; until the run heals by default.'),
  ...untilKey,
};

/** The shapes of the faults of one node. */
export const nodeFaultShapes: readonly JsonSchema[] = [
  object('Stops a node: its memory is lost.', {
    kind: { const: 'crash' },
    ...ofNode,
    'disk?': {
      title: 'keep, lose-unsynced or torn',
      description: 'What is left of writes that were not flushed; lose-unsynced by default.',
      enum: [...DISK_AFTER_CRASH],
    },
    'batches?': definition(
      'count',
      'Of a torn write, how many batches are whole; drawn by default.',
    ),
    ...stopping,
  }),
  object('Stops a node and puts an old backup of its disk in place.', {
    kind: { const: 'amnesia' },
    ...ofNode,
    age: duration('How old the backup is.'),
    ...stopping,
  }),
  object('Lets a node stand still; what reaches it is handled afterwards, in order.', {
    kind: { const: 'pause' },
    ...ofNode,
    ...lasting,
  }),
  object('Makes a node slow: it handles one message or timer after another.', {
    kind: { const: 'slow' },
    ...ofNode,
    ...lasting,
    delay: duration('The time it spends on each.'),
  }),
  object('Puts the clock of a node wrong.', {
    kind: { const: 'clock' },
    ...ofNode,
    ...lasting,
    'offset?': {
      title: 'a duration with a unit, such as "-2 s"',
      description: 'How far it is ahead at once, or, below 0, behind; 0 ms by default.',
      type: 'string',
      pattern: `^-?${DURATION}$`,
      format: 'quorate-signed-duration',
    },
    'drift?': {
      title: `a whole number of parts per million from ${DRIFT_LIMITS.min} to ${DRIFT_LIMITS.max}`,
      description: 'How much too fast it goes, or, below 0, too slow; 0 by default.',
      type: 'integer',
      minimum: DRIFT_LIMITS.min,
      maximum: DRIFT_LIMITS.max,
    },
  }),
];

/** Converts a checked fault of one node. */
export function buildNodeFault(raw: RawNodeFault): NodeFault {
  const common = { id: raw.id, node: raw.node, moment: buildMoment(raw) };
  switch (raw.kind) {
    case 'crash': {
      const { kind, disk = USUAL_DISK, batches } = raw;
      return { ...common, kind, disk, batches, ...buildStopping(raw) };
    }
    case 'amnesia': {
      const { kind, age } = raw;
      return { ...common, kind, age: parseDuration(age), ...buildStopping(raw) };
    }
    case 'pause':
      return { ...common, kind: raw.kind, ...buildSpan(raw) };
    case 'slow': {
      const { kind, delay } = raw;
      return { ...common, kind, ...buildSpan(raw), delay: parseDuration(delay) };
    }
    case 'clock': {
      const { kind, offset = '0 ms', drift = 0 } = raw;
      return { ...common, kind, ...buildSpan(raw), offset: parseSignedDuration(offset), drift };
    }
  }
}

function buildStopping({ restartAfter, until }: RawStopping) {
  return { restartAfter: optionalDuration(restartAfter), ...buildUntil(until) };
}

/** Finds a fault of one node whose node does not exist; accepts values of any shape. */
export function checkNodeFaultNames(
  fault: unknown,
  path: Path,
  nodes: readonly string[],
): Problem[] {
  return known('node', [...path, 'node'], text(fault, 'node'), nodes);
}
