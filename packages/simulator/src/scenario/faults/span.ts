import type { Path, Problem } from '../diagnostic.ts';
import { duration, type Loaded } from '../forms.ts';
import { field, text } from '../loose.ts';
import { known } from '../steps/check-steps.ts';
import { point } from './moment.ts';

/** The form of an end at a point of the protocol, counted from the moment when the fault begins. */
export const ending = {
  'until?': point('Until a point of the protocol is reached, counted from when the fault begins.'),
};

/** The forms of the keys of everything that lasts; `description` is that of the duration. */
export const lasting = (description: string) => ({ 'for?': duration(description), ...ending });

/**
 * How long a fault lasts: for a time in nanoseconds, until a point is reached, or, with neither
 * key, until the run heals.
 */
export type Span = Loaded<ReturnType<typeof lasting>>;

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
