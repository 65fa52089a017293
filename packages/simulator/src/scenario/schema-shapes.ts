/** Hold one JSON Schema node. */
export type JsonSchema = { readonly [keyword: string]: unknown };

/** `x-` keys belong to the author; nothing reads them. */
const extensions = { '^x-': {} };

/** The form of a word that reports and paths can show unquoted. */
export const IDENTIFIER = '^[a-z][a-z0-9-]*$';

/** Describe a word that reports and paths can show unquoted. */
export function identifier(title: string): JsonSchema {
  return { title, type: 'string', pattern: IDENTIFIER };
}

/** Describe the names of clients, accounts and what clients create. */
export const name = identifier('a name: lower-case letters, digits and dashes, a letter first');

/** Describe a mapping with exactly these keys; a name that ends in `?` is optional. */
export function object(
  description: string,
  keys: Readonly<Record<string, JsonSchema>>,
): JsonSchema {
  const names = Object.keys(keys);
  return {
    description,
    type: 'object',
    required: names.filter((key) => !key.endsWith('?')),
    properties: Object.fromEntries(
      Object.entries(keys).map(([key, schema]) => [key.replace('?', ''), schema]),
    ),
    patternProperties: extensions,
    additionalProperties: false,
  };
}

/** Describe a mapping from names to values of one shape. */
export function byName(description: string, value: JsonSchema): JsonSchema {
  return { ...byKey(description, value), propertyNames: name };
}

/** Describe a mapping from any text to values of one shape. */
export function byKey(description: string, value: JsonSchema): JsonSchema {
  return {
    description,
    type: 'object',
    patternProperties: extensions,
    additionalProperties: value,
  };
}

/** Describe one of several mappings, told apart by the key `tag`. */
export function oneOf(description: string, tag: string, shapes: readonly JsonSchema[]): JsonSchema {
  return {
    description,
    type: 'object',
    required: [tag],
    discriminator: { propertyName: tag },
    oneOf: shapes,
  };
}

/** Describe a list of values of one shape. */
export function list(description: string, items: JsonSchema): JsonSchema {
  return { description, type: 'array', items };
}

/** Point at a shared definition; the description belongs to this use of it. */
export function definition(key: string, description: string): JsonSchema {
  return { description, allOf: [{ $ref: `#/definitions/${key}` }] };
}

/** Describe a time span. */
export const duration = (description: string) => definition('duration', description);
/** Describe a number of least units. */
export const amount = (description: string) => definition('amount', description);
/** Describe a name that must be somebody's. */
export const node = (description: string) => definition('node', description);
