import { parseDuration } from '@quorate/network';
import { known } from '../check-steps.ts';
import type { Path, Problem } from '../diagnostic.ts';
import { field, text } from '../loose.ts';
import { duration, type JsonSchema, object } from '../schema-shapes.ts';
import { buildPoint, type Point, pointKeys, type RawPoint } from './moment.ts';

/**
 * How long a fault lasts: for a time in nanoseconds, until a point is reached, or, with neither
 * key, until the run heals.
 */
export interface Span {
  readonly for: bigint | undefined;
  /** Counted from the moment when the fault begins. */
  readonly until?: Point;
}

/** How long a fault lasts, as the file states it; at most one of the keys is allowed. */
export interface RawSpan {
  readonly for?: string;
  readonly until?: RawPoint;
}

/** The key of an end at a point of the protocol. */
export const untilKey: Readonly<Record<string, JsonSchema>> = {
  'until?': object(
    'Until a point of the protocol is reached, counted from when the fault begins.',
    pointKeys,
  ),
};

/** The keys of everything that lasts; `description` is that of the duration. */
export function spanKeys(description: string): Readonly<Record<string, JsonSchema>> {
  return { 'for?': duration(description), ...untilKey };
}

/** Converts a checked span. */
export function buildSpan(raw: RawSpan): Span {
  return { for: optionalDuration(raw.for), ...buildUntil(raw.until) };
}

/** Converts the checked point at which something ends, if one is stated. */
export function buildUntil(raw: RawPoint | undefined): { readonly until?: Point } {
  return raw === undefined ? {} : { until: buildPoint(raw) };
}

/** Converts a checked duration that may be left out. */
export function optionalDuration(span: string | undefined): bigint | undefined {
  return span === undefined ? undefined : parseDuration(span);
}

/** Finds an end whose node does not exist, in the fault at `path`; accepts values of any shape. */
export function checkSpanNames(fault: unknown, path: Path, nodes: readonly string[]): Problem[] {
  return known('node', [...path, 'until', 'node'], text(field(fault, 'until'), 'node'), nodes);
}

/** Finds two contradicting ends of the fault at `path`; expects the checked shape. */
export function checkSpan(fault: object, path: Path): Problem[] {
  if (!('until' in fault)) return [];
  const other = ['for', 'restartAfter'].find((key) => key in fault);
  if (other === undefined) return [];
  const message = `expected either "${other}" or "until", got both`;
  return [{ path: [...path, 'until'], at: 'value', message }];
}
