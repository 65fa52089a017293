import type { Ajv, ValidateFunction } from 'ajv';
import { openSchema, references } from './compiled-schema.ts';

let ajv: Ajv | undefined;

/**
 * Give what checks the frame of a document, or what is below one of its keys.
 *
 * Compiled when it is asked for. In what is built each is there from the start: the bundler
 * (rolldown.config.js) puts what Ajv makes of them in the place of this module.
 */
export function checkOf(part: string): ValidateFunction {
  ajv ??= openSchema({ optimize: false });
  const check = ajv.getSchema(references[part] ?? part);
  if (check === undefined) throw new Error(`the schema has no part ${part}`);
  return check as ValidateFunction;
}
