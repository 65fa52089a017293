import { Ajv, type CodeOptions } from 'ajv';
import { accepted } from './formats.ts';
import { scenarioSchema } from './schema.ts';

/** Open an Ajv that compiles the schema of scenarios. */
export function createAjv(code: CodeOptions): Ajv {
  return new Ajv({
    // The schema is ours and a test checks it strictly: no run need spend its start on that.
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
    schemas: { scenario: scenarioSchema },
  });
}
