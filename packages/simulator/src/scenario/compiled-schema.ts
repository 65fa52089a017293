import { Ajv, type CodeOptions } from 'ajv';
import { accepted } from './formats.ts';
import { scenarioSchema } from './schema.ts';
import { FRAME, KEYS } from './schema-parts.ts';

const SCENARIO = 'scenario';

/** Hold where in the schema what checks each part of a document is. */
export const references: Readonly<Record<string, string>> = {
  [FRAME]: FRAME,
  ...Object.fromEntries(KEYS.map((key) => [key, `${SCENARIO}#/properties/${key}`])),
};

/** Open the schema of scenarios; Ajv compiles of it what is asked for by reference. */
export function openSchema(code: CodeOptions): Ajv {
  const ajv = new Ajv({
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
  });
  const anything = Object.fromEntries(KEYS.map((key) => [key, true]));
  ajv.addSchema({ ...scenarioSchema, properties: anything }, FRAME);
  return ajv.addSchema(scenarioSchema, SCENARIO);
}
