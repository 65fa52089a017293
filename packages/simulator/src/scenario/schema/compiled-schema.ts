import { Ajv, type CodeOptions } from 'ajv';
import { accepted } from './formats.ts';
import { schemaParts } from './schema-parts.ts';

/** Creates an Ajv instance that compiles the schema of scenarios. */
export function createAjv(code: CodeOptions): Ajv {
  return new Ajv({
    // A test checks our schema strictly, so no run has to spend time on that.
    meta: false,
    validateSchema: false,
    strict: false,
    allErrors: true,
    verbose: true,
    discriminator: true,
    allowUnionTypes: true,
    inlineRefs: false,
    messages: false,
    formats: accepted,
    code,
    schemas: schemaParts(),
  });
}
