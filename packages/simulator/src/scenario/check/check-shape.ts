import { DURATION_UNITS } from '@quorate/network';
import type { ErrorObject } from 'ajv';
import { LIVENESS_INVARIANTS } from '../../oracles/liveness-invariants.ts';
import type { Path, Problem } from '../diagnostic.ts';
import { excerpt, formatPath, suggest, suggestNear } from '../diagnostic.ts';
import { field, items } from '../loose.ts';
import { formats } from '../schema/formats.ts';
import { scenarioCheck } from '../schema/schema-checks.ts';
import { resolvePart } from '../schema/schema-parts.ts';
import type { JsonSchema } from '../schema-shapes.ts';

/** Compares a document with the schema and lists every mistake, one for each place. */
export function checkShape(data: unknown): readonly Problem[] {
  const check = scenarioCheck();
  const errors = check(data) ? [] : (check.errors ?? []);
  const firsts = new Map<string, Problem>();
  for (const problem of errors.flatMap(describe)) {
    const place = formatPath(problem.path);
    if (!firsts.has(place)) firsts.set(place, problem);
  }
  return [...firsts.values()];
}

function describe(error: ErrorObject): Problem[] {
  const path = pathOf(error.instancePath);
  const schema = error.parentSchema as JsonSchema;
  switch (error.keyword) {
    case 'required':
      return missing(path, String(error.params['missingProperty']));
    case 'additionalProperties':
      return unknownKey(path, String(error.params['additionalProperty']), schema);
    case 'propertyNames':
      return badName(path, String(error.params['propertyName']), schema);
    case 'discriminator':
      return badTag(path, error, schema);
    default:
      // A key that breaks `propertyNames` is also reported there, with its name.
      return error.propertyName === undefined ? badValue(path, error, schema) : [];
  }
}

function badValue(path: Path, { keyword, data }: ErrorObject, schema: JsonSchema): Problem[] {
  if (keyword === 'format') return outOfRange(path, data, schema);
  const got = keyword === 'minItems' || keyword === 'maxItems' ? counted(data) : show(data);
  return unexpected(path, data, schema, got);
}

function missing(path: Path, key: string): Problem[] {
  return atValue([...path, key], `missing key "${key}"`);
}

function unknownKey(path: Path, key: string, schema: JsonSchema): Problem[] {
  const shapes = schema['properties'] as Readonly<Record<string, JsonSchema>>;
  const known = Object.keys(shapes).filter((name) => name !== '$schema');
  const hint =
    key === '<<'
      ? NO_MERGE
      : (unspaced(key, known) ?? hintBelow(key, shapes) ?? suggest(key, known));
  return atKey([...path, key], `unknown key "${excerpt(key)}"${hint}`);
}

/** A reader who knows YAML 1.1 takes `<<` for a merge, not for an ordinary key. */
const NO_MERGE = '; YAML 1.2 merges nothing: an alias stands for a whole value';

/**
 * Within braces YAML reads `to:bob` as one word, which is hardly meant if it begins with a known
 * key.
 */
function unspaced(key: string, known: readonly string[]): string | undefined {
  const [, name = '', value = ''] = /^([^:]+):(.+)$/.exec(key) ?? [];
  return known.includes(name) ? `; did you mean "${name}: ${excerpt(value)}"?` : undefined;
}

/** Names the one nested mapping to which a key belongs that is unknown in the mapping itself. */
function hintBelow(key: string, shapes: Readonly<Record<string, JsonSchema>>): string | undefined {
  const above = Object.keys(shapes).filter((name) =>
    Object.hasOwn((resolvePart(shapes[name] ?? {})['properties'] ?? {}) as object, key),
  );
  return above.length === 1 ? `; it goes below "${above[0]}"` : undefined;
}

function badName(path: Path, key: string, schema: JsonSchema): Problem[] {
  const { title } = schema['propertyNames'] as JsonSchema;
  return atKey([...path, key], `expected ${title}, got "${key}"`);
}

function badTag(path: Path, error: ErrorObject, schema: JsonSchema): Problem[] {
  const { tag, tagValue } = error.params;
  // A missing tag fails `required` as well.
  if (tagValue === undefined) return [];
  const known = items(field(schema['properties'], String(tag)), 'examples').map(String);
  const place = [...path, String(tag)];
  if (typeof tagValue !== 'string') {
    return atValue(place, `expected one of ${known.join(', ')}, got ${show(tagValue)}`);
  }
  return atValue(place, `unknown ${tag} ${show(tagValue)}${suggest(tagValue, known)}`);
}

function outOfRange(path: Path, data: unknown, schema: JsonSchema): Problem[] {
  const expected = formats[String(schema['format'])]?.expected;
  return atValue(path, `expected ${expected}, got ${show(data)}`);
}

function unexpected(path: Path, data: unknown, schema: JsonSchema, got: string): Problem[] {
  const most = exceededBy(data, schema);
  if (most !== undefined) return atValue(path, `expected at most ${most}, got ${data}`);
  const expected = schema['title'] ?? typeName(schema);
  return atValue(path, `expected ${expected}, got ${got}${hint(data, schema)}`);
}

/** Gives the maximum if the value exceeds it and the title does not mention it. */
function exceededBy(data: unknown, { type, title, maximum }: JsonSchema): number | undefined {
  if (type !== 'integer' || typeof maximum !== 'number') return undefined;
  if (String(title).includes(String(maximum)) || !/^[0-9]+$/.test(String(data))) return undefined;
  return BigInt(String(data)) > BigInt(maximum) ? maximum : undefined;
}

function hint(data: unknown, schema: JsonSchema): string {
  const { enum: words, type, maximum } = schema;
  if (typeof data === 'string' && Array.isArray(words)) {
    const near = verdictHint(data, words) ?? suggestNear(data, words);
    // What describes its words one by one is too long a list for a message.
    return near === '' && 'enumDescriptions' in schema
      ? '; `quorate explain` lists all names'
      : near;
  }
  const plain = plainNumber(data, schema);
  if (plain !== undefined) return `; write ${plain}`;
  if (String(schema['format']).endsWith('-duration')) return durationHint(String(data));
  const isShare = type === 'number' && maximum === 1;
  const percent = /^([0-9]+(\.[0-9]+)?) ?%$/.exec(String(data))?.[1];
  if (isShare && percent !== undefined) return `; did you mean ${Number(percent) / 100}?`;
  // Only where text is allowed beside numbers, a number may have more digits than JSON keeps.
  const isInexact = Number.isFinite(data) && Number(data) > Number.MAX_SAFE_INTEGER;
  return isInexact && Array.isArray(type) ? '; write out all of its digits' : '';
}

/** Tells what is wrong with a number that has a unit, and so seems to be what was expected. */
function durationHint(data: string): string {
  const [, sign, unit = ''] = /^(-?)[0-9]+(?:\.[0-9]+)? ?(\p{L}+)$/u.exec(data) ?? [];
  if (unit !== '' && !DURATION_UNITS.includes(unit)) {
    return `; the units are ${DURATION_UNITS.join(', ')}`;
  }
  return sign === '-' ? '; it is not below 0' : '';
}

/**
 * Tells the author who names an invariant which verdict that is. Those of liveness have one of
 * their own.
 */
function verdictHint(data: string, words: readonly string[]): string | undefined {
  if (!words.includes('liveness')) return undefined;
  const invariant = data.replace(/^violation:/, '');
  if (LIVENESS_INVARIANTS.some((name) => name === invariant)) {
    return `; "${invariant}" is of liveness: write liveness`;
  }
  const verdict = `violation:${data}`;
  return words.includes(verdict) ? `; did you mean "${verdict}"?` : undefined;
}

/**
 * If a whole number was written as text, such as "1.0" or 1_000, where a number is allowed, gives
 * it in plain digits.
 */
function plainNumber(data: unknown, { type, minimum, maximum }: JsonSchema): string | undefined {
  const types: readonly unknown[] = Array.isArray(type) ? type : [type];
  if (typeof data !== 'string' || !types.includes('integer')) return undefined;
  const isGrouped = /^[0-9]{1,3}([_, '][0-9]{3})+$/.test(data);
  const whole = isGrouped ? data.replace(/[^0-9]/g, '') : /^([0-9]+)(\.0+)?$/.exec(data)?.[1];
  if (whole === undefined || types.includes('string')) return whole;
  const isWithin =
    Number(whole) >= Number(minimum ?? 0) && Number(whole) <= Number(maximum ?? whole);
  return isWithin ? whole : undefined;
}

const typeNames: Readonly<Record<string, string>> = { array: 'a list', string: 'text' };

function typeName({ type, required, properties, examples }: JsonSchema): unknown {
  if (type !== 'object') return typeNames[String(type)] ?? type;
  const [example] = (examples ?? []) as readonly object[];
  if (example !== undefined) return `keys and values (such as "${inline(example)}")`;
  const needed = (required ?? []) as readonly string[];
  const [key] = needed.length > 0 ? needed : Object.keys((properties ?? {}) as object);
  return key === undefined ? 'keys and values' : `keys and values (such as "${key}")`;
}

/** Writes keys and values as on one line of a file. */
function inline(value: object): string {
  const entries = Object.entries(value) as readonly (readonly [string, unknown])[];
  return entries
    .map(([key, held]) => {
      const isNested = typeof held === 'object' && held !== null;
      return `${key}: ${isNested ? `{ ${inline(held)} }` : String(held)}`;
    })
    .join(', ');
}

function atKey(path: Path, message: string): Problem[] {
  return [{ path, at: 'key', message }];
}

function atValue(path: Path, message: string): Problem[] {
  return [{ path, at: 'value', message }];
}

/** Shows a value of a file, or its kind. */
export function show(data: unknown): string {
  if (data === null) return 'nothing';
  if (Array.isArray(data)) return 'a list';
  if (typeof data === 'number' && !Number.isFinite(data)) return notFinite(data);
  return typeof data === 'object' ? 'keys and values' : JSON.stringify(shortened(data));
}

/** Writes a number that JSON does not have as YAML does. */
function notFinite(data: number): string {
  if (Number.isNaN(data)) return '.nan';
  return data > 0 ? '.inf' : '-.inf';
}

/** Shows a list that has the wrong length. */
function counted(data: unknown): string {
  if (!Array.isArray(data)) return show(data);
  if (data.length === 0) return 'an empty list';
  return `a list of ${data.length === 1 ? 'one' : data.length}`;
}

function shortened(data: unknown): unknown {
  return typeof data === 'string' ? excerpt(data) : data;
}

function pathOf(instancePath: string): Path {
  return instancePath
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((segment) => (/^\d+$/.test(segment) ? Number(segment) : segment));
}
