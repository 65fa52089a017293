import type { JsonSchema } from '../schema-shapes.ts';
import { scenarioSchema } from './schema.ts';

/** Keywords that hold a schema, or a list of them. */
const NESTED = ['items', 'additionalProperties', 'propertyNames', 'allOf', 'anyOf', 'oneOf'];
/** Keywords that hold schemas by name. */
const BY_NAME = ['properties', 'patternProperties'];

let known: Readonly<Record<string, JsonSchema>> | undefined;

/**
 * Gives the schema of scenarios in parts that refer to each other by name: `scenario`, one for each
 * mapping in it, and one for each shared definition. They have no descriptions.
 *
 * Ajv makes one function of each. Of the whole schema it would make one of a megabyte, all of which
 * the engine compiles before the first file is read; of these it compiles those that a file needs.
 */
export function schemaParts(): Readonly<Record<string, JsonSchema>> {
  known ??= takeApart();
  return known;
}

/** Gives what a schema refers to, if all it does is to name a part. */
export function resolvePart(schema: JsonSchema): JsonSchema {
  const { $ref } = schema;
  return (typeof $ref === 'string' ? schemaParts()[$ref] : undefined) ?? schema;
}

function takeApart(): Readonly<Record<string, JsonSchema>> {
  const parts = new Map<string, JsonSchema>();
  /** The names of parts by their text: many mappings are alike. */
  const names = new Map<string, string>();

  const divided = (schema: JsonSchema): JsonSchema =>
    Object.fromEntries(
      Object.entries(schema)
        .filter(([keyword]) => keyword !== 'description' && keyword !== 'definitions')
        .map(([keyword, value]) => [keyword, dividedValue(keyword, value)]),
    );

  const dividedValue = (keyword: string, value: unknown): unknown => {
    if (keyword === '$ref') return String(value).slice('#/definitions/'.length);
    if (BY_NAME.includes(keyword)) {
      const schemas = Object.entries(value as Readonly<Record<string, JsonSchema>>);
      return Object.fromEntries(schemas.map(([name, schema]) => [name, part(schema)]));
    }
    if (!NESTED.includes(keyword) || typeof value !== 'object' || value === null) return value;
    return Array.isArray(value) ? value.map(part) : part(value as JsonSchema);
  };

  const part = (schema: JsonSchema): JsonSchema => {
    const inner = divided(schema);
    if (inner['properties'] === undefined && inner['oneOf'] === undefined) return inner;
    const text = JSON.stringify(inner);
    const name = names.get(text) ?? `part-${parts.size}`;
    names.set(text, name);
    parts.set(name, inner);
    return { $ref: name };
  };

  const definitions = scenarioSchema['definitions'] as Readonly<Record<string, JsonSchema>>;
  for (const [name, schema] of Object.entries(definitions)) parts.set(name, divided(schema));
  parts.set('scenario', divided(scenarioSchema));
  return Object.fromEntries(parts);
}
