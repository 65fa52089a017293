import type { Problem } from '../diagnostic.ts';
import type { RawScenario } from '../scenario.ts';
import { checkNames } from './check-names.ts';
import { checkShape } from './check-shape.ts';
import { checkValues } from './check-values.ts';

/**
 * Finds every mistake in a document of any shape; one without mistakes is a `RawScenario`.
 *
 * Values are compared with each other only if the shape is right.
 */
export function problemsIn(data: unknown): readonly Problem[] {
  const shape = checkShape(data);
  const contradictions = shape.length === 0 ? checkValues(data as RawScenario) : [];
  return [...shape, ...checkNames(data), ...contradictions];
}
