import type { z } from 'zod';
import { inOurWords, mistakesIn } from '../data/mistakes.ts';
import { invalidRequest } from './admin-error.ts';

/**
 * Gives what a caller has stated, as its shape has it; `whole` names what has the mistakes that are
 * in no field.
 *
 * @throws AdminError `INVALID_REQUEST` naming the field and what was expected
 */
export function expectShape<T>(given: unknown, shape: z.ZodType<T>, whole: string): T {
  const { data, error } = shape.safeParse(given, { error: inOurWords });
  if (error === undefined) return data;
  throw invalidRequest(mistakesIn(error, whole));
}
