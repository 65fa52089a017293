import type { ValidateFunction } from 'ajv';
import { createAjv } from './compiled-schema.ts';

let compiled: ValidateFunction | undefined;

/**
 * Gives the function that compares a document with the schema.
 *
 * It is compiled on first use. In the built program it is precompiled: the bundler
 * (rolldown.config.js) replaces this module by what Ajv generates from the schema.
 */
export function scenarioCheck(): ValidateFunction {
  compiled ??= createAjv({ optimize: false }).getSchema('scenario');
  if (compiled === undefined) throw new Error('Ajv does not know the schema of scenarios');
  return compiled;
}
