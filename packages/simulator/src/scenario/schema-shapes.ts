import { DURATION_UNITS } from '@quorate/network';
import { field } from './loose.ts';

/** One JSON Schema node. */
export type JsonSchema = { readonly [keyword: string]: unknown };

/** `x-` keys belong to the author; nothing reads them. */
const extensions = { '^x-': {} };

/** The form of words that reports and paths can show without quotes. */
export const IDENTIFIER = '^[a-z][a-z0-9-]*$';

/** How a duration is written, to be put into a pattern. */
export const DURATION = `[0-9]+(\\.[0-9]+)? ?(${DURATION_UNITS.join('|')})`;

/** The schema of a word that reports and paths can show without quotes. */
export function identifier(title: string): JsonSchema {
  return { title, type: 'string', pattern: IDENTIFIER };
}

/** The schema of the names of clients, accounts and whatever clients create. */
export const name = identifier('a name: lower-case letters, digits and dashes, a letter first');

/** Lists words as a sentence does: `keep, lose-unsynced or torn`. */
export function listing(words: readonly string[]): string {
  return `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}

/** The schema of a mapping with exactly these keys; a name that ends in `?` is optional. */
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

/** The schema of a mapping from names to values of one shape. */
export function byName(description: string, value: JsonSchema): JsonSchema {
  return { ...byKey(description, value), propertyNames: name };
}

/** The schema of a mapping from any text to values of one shape. */
export function byKey(description: string, value: JsonSchema): JsonSchema {
  return {
    description,
    type: 'object',
    patternProperties: extensions,
    additionalProperties: value,
  };
}

/** The schema of one of several mappings, which the key `tag` distinguishes. */
export function oneOf(description: string, tag: string, shapes: readonly JsonSchema[]): JsonSchema {
  const examples = shapes.map(({ properties }) => field(field(properties, tag), 'const'));
  return {
    description,
    type: 'object',
    required: [tag],
    properties: { [tag]: { description: KIND, examples } },
    discriminator: { propertyName: tag },
    oneOf: shapes,
  };
}

// Editors complete the tag with examples. Of the alternatives themselves they would offer only
// those that need no other key, because these alone fit what has been typed by then.
const KIND = 'What kind it is, on which the other keys depend.';

/** The schema of a list of values of one shape. */
export function list(description: string, items: JsonSchema): JsonSchema {
  return { description, type: 'array', items };
}

/** The schema of text, whose title tells of both, or of a mapping in its place. */
export function textOr(
  { title, ...text }: JsonSchema,
  { description, type: _, ...mapping }: JsonSchema,
): JsonSchema {
  return { title, description, type: ['string', 'object'], ...text, ...mapping };
}

/** Refers to a shared definition; the description belongs to this use of it. */
export function definition(key: string, description: string): JsonSchema {
  return { description, allOf: [{ $ref: `#/definitions/${key}` }] };
}

/** The schema of a time span. */
export const duration = (description: string) => definition('duration', description);
