import { actDefinitions } from '../byzantine/act.ts';
import { items } from '../loose.ts';
import { delaySchema } from '../network/delay-format.ts';
import { scenarioForm } from '../scenario.ts';
import { DURATION, identifier, type JsonSchema, name } from '../schema-shapes.ts';
import { stepDefinitions } from '../steps/step-definitions.ts';

/** Shapes that several keys share; each `title` is what an error says was expected. */
const definitions = {
  duration: {
    title: 'a duration with a unit, such as "50 ms"',
    type: 'string',
    pattern: `^${DURATION}$`,
    format: 'quorate-duration',
  },
  amount: {
    title: 'a whole number of least units',
    type: ['integer', 'string'],
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    pattern: '^[0-9]+$',
    format: 'quorate-uint256',
  },
  nonce: {
    title: 'a whole number',
    type: ['integer', 'string'],
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    pattern: '^[0-9]+$',
    format: 'quorate-uint64',
  },
  probability: { title: 'a probability from 0 to 1', type: 'number', minimum: 0, maximum: 1 },
  text: { title: 'text', type: 'string' },
  flag: { title: 'true or false', type: 'boolean' },
  positive: {
    title: 'a whole number, 1 or more',
    type: 'integer',
    minimum: 1,
    maximum: Number.MAX_SAFE_INTEGER,
  },
  count: {
    title: 'a whole number, 0 or more',
    type: 'integer',
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
  },
  node: { title: 'the name of a node', type: 'string' },
  name,
  id: identifier('an id: lower-case letters, digits and dashes, a letter first'),
  delay: delaySchema,
  ...stepDefinitions,
  ...actDefinitions,
} as const;

/**
 * The schema of scenario files, for editors and the loader.
 *
 * JSON Schema draft 07, published as packages/simulator/scenario.schema.json.
 * Source: docs/scenarios.md.
 */
export const scenarioSchema: JsonSchema = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'a Quorate scenario',
  ...scenarioForm.schema,
  required: ['version', ...items(scenarioForm.schema, 'required')],
  properties: {
    $schema: {
      title: 'the address of this schema',
      description: 'Where editors find this schema; nothing else reads it.',
      type: 'string',
    },
    version: {
      title: '1, the version of this format',
      description: 'The version of this format.',
      const: 1,
    },
    ...(scenarioForm.schema['properties'] as JsonSchema),
  },
  definitions,
};
