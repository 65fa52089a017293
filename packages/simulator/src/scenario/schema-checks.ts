import type { ValidateFunction } from 'ajv';
import { createAjv } from './compiled-schema.ts';

let compiled: ValidateFunction | undefined;

/**
 * Give what compares a document with the schema.
 *
 * Compiled when it is asked for first. In what is built it is there from the start: the bundler
 * (rolldown.config.js) puts what Ajv makes of the schema in the place of this module.
 */
export function scenarioCheck(): ValidateFunction {
  compiled ??= createAjv({ optimize: false }).getSchema('scenario');
  if (compiled === undefined) throw new Error('Ajv does not know the schema of scenarios');
  return compiled;
}
