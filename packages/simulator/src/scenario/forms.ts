import { formatDuration, parseDuration } from '@quorate/network';
import { isSameData } from '@quorate/protocol';
import { present } from '../present.ts';
import { field } from './loose.ts';
import type { RawInteger } from './raw.ts';
import { rawInteger } from './raw-values.ts';
import {
  definition,
  type JsonSchema,
  list,
  listing,
  object,
  oneOf,
  byName as schemaByName,
} from './schema-shapes.ts';

/**
 * The one definition of a part of scenario files: its schema, how what a file states is loaded, and
 * how that is stated again. The types of both follow from it: `ValueOf`, `StatedOf`.
 */
export interface Form<Value, Stated = Value> {
  readonly schema: JsonSchema;
  /** Converts what a file states; expects the checked shape. */
  load(stated: Stated): Value;
  /** The inverse of `load`. */
  state(value: Value): Stated;
}

/** A form with a default; a silent one leaves its key out where the default says the same. */
export interface Defaulted<Value, Stated = Value> extends Form<Value, Stated> {
  readonly fallback: Fallback<Stated>;
  readonly isSilent: boolean;
}

/**
 * A default as a file would state it, or how it follows from the keys beside it, which have the
 * checked shape.
 */
type Fallback<Stated> = Stated | ((beside: Readonly<Record<string, never>>) => Stated);

/** The form of one key of a value that a file states with other keys, or with one of another name. */
export interface Spread<Value, Stated extends object> {
  readonly keys: Readonly<Record<string, JsonSchema>>;
  load(stated: Stated): Value;
  state(value: Value): Stated;
}

type AnyForm = Form<unknown, unknown>;
type AnySpread = Spread<unknown, object>;

/** The forms of the keys of a mapping; a name that ends in `?` may be left out. */
export type Keys = Readonly<Record<string, AnyForm | AnySpread>>;

/** What is loaded of a form. */
export type ValueOf<F extends AnyForm | AnySpread> = ReturnType<F['load']>;

/** What a file states for a form. */
export type StatedOf<F extends AnyForm | AnySpread> = ReturnType<F['state']>;

/** What is loaded of a mapping. */
export type Loaded<K extends Keys> = {
  readonly [N in keyof K as LoadedName<N, K[N]>]: ValueOf<K[N]>;
} & {
  readonly [N in keyof K as AbsentName<N, K[N]>]?: ValueOf<K[N]> | undefined;
};

type LoadedName<N, F> = N extends `${infer M}?` ? (F extends HasDefault ? M : never) : N;
type AbsentName<N, F> = N extends `${infer M}?` ? (F extends HasDefault ? never : M) : never;
type HasDefault = { readonly isSilent: boolean };

/** What a file states for a mapping. */
export type Stated<K extends Keys> = {
  readonly [N in keyof K as K[N] extends AnySpread
    ? never
    : N extends `${string}?`
      ? never
      : N]: StatedOf<K[N]>;
} & {
  readonly [N in keyof K as N extends `${infer M}?` ? M : never]?: StatedOf<K[N]>;
} & Together<{ [N in keyof K]: K[N] extends AnySpread ? StatedOf<K[N]> : never }[keyof K]>;

type Together<U> = (U extends unknown ? (each: U) => void : never) extends (each: infer I) => void
  ? I
  : never;

/** A value that files state as it is. */
export function same<Value>(schema: JsonSchema): Form<Value> {
  return { schema, load: (stated) => stated, state: (value) => value };
}

/** The word that tells one mapping from others. */
export function is<const Word extends string>(word: Word): Form<Word> {
  return same({ const: word });
}

/** One of several words. */
export function word<const Word extends string>(
  description: string,
  words: readonly Word[],
): Form<Word> {
  return same({ title: `one of ${words.join(', ')}`, description, enum: words });
}

/** One of a few words, which an error lists as a sentence does. */
export function either<const Word extends string>(
  description: string,
  words: readonly Word[],
): Form<Word> {
  return same({ title: listing(words), description, enum: words });
}

/** A whole number within these limits, both included. */
export function whole(description: string, minimum: number, maximum: number): Form<number> {
  const title = `a whole number from ${minimum} to ${maximum}`;
  return same({ title, description, type: 'integer', minimum, maximum });
}

const shared =
  <Value>(key: string) =>
  (description: string): Form<Value> =>
    same(definition(key, description));

/** An id, for reports. */
export const id = shared<string>('id');
/** A name that must exist. */
export const node = shared<string>('node');
/** True or false. */
export const flag = shared<boolean>('flag');
/** Any text. */
export const text = shared<string>('text');
/** A count of at least 1. */
export const positive = shared<number>('positive');
/** A count. */
export const count = shared<number>('count');

/** True or false, of which only one says something; the other is not loaded. */
export function mark<const Value extends boolean>(
  description: string,
  value: Value,
): Form<Value | undefined, boolean> {
  return {
    ...flag(description),
    load: (stated) => (stated === value ? value : undefined),
    state: () => value,
  };
}

/** A time span; loaded, it is in nanoseconds. */
export function duration(description: string): Form<bigint, string> {
  return {
    schema: definition('duration', description),
    load: parseDuration,
    state: formatDuration,
  };
}

/** An integer of any size. */
export function integer(schema: JsonSchema): Form<bigint, RawInteger> {
  return { schema, load: (stated) => BigInt(stated), state: rawInteger };
}

/** An amount in least units. */
export const amount = (description: string) => integer(definition('amount', description));
/** A nonce, or another number that counts on. */
export const nonce = (description: string) => integer(definition('nonce', description));

/** A list of values of one form. */
export function listOf<Value, Stated>(
  description: string,
  item: Form<Value, Stated>,
): Form<readonly Value[], readonly Stated[]> {
  return {
    schema: list(description, item.schema),
    load: (stated) => stated.map((each) => item.load(each)),
    state: (value) => value.map((each) => item.state(each)),
  };
}

/** A mapping from names to values of one form; loaded, it is a list of both together. */
export function byName<Value, Stated, Entry>(
  description: string,
  form: Form<Value, Stated>,
  join: (name: string, value: Value) => Entry,
  split: (entry: Entry) => readonly [name: string, value: Value],
): Form<readonly Entry[], Readonly<Record<string, Stated>>> {
  return {
    schema: schemaByName(description, form.schema),
    load: (stated) => Object.entries(stated).map(([key, value]) => join(key, form.load(value))),
    state: (entries) =>
      Object.fromEntries(
        entries.map(split).map(([key, value]) => [key, form.state(value)] as const),
      ),
  };
}

/** A list of at least so many values of one form. */
export function someOf<Value, Stated>(
  description: string,
  item: Form<Value, Stated>,
  minItems: 1 | 2,
): Form<readonly Value[], readonly Stated[]> {
  const form = listOf(description, item);
  const title = `a list of ${minItems === 1 ? 'one' : 'two'} or more`;
  return { ...form, schema: { ...form.schema, title, minItems } };
}

/** Gives a form a default, which is stated like any other value. */
export function orElse<Value, Stated>(
  form: Form<Value, Stated>,
  fallback: Fallback<Stated>,
): Defaulted<Value, Stated> {
  return { ...form, fallback, isSilent: false };
}

/** Gives a form a default, which is never stated. */
export function unless<Value, Stated>(
  form: Form<Value, Stated>,
  fallback: Fallback<Stated>,
): Defaulted<Value, Stated> {
  return { ...form, fallback, isSilent: true };
}

/** A mapping with exactly these keys. */
export function mapping<const K extends Keys>(
  description: string,
  keys: K,
): Form<Loaded<K>, Stated<K>>;
export function mapping(description: string, keys: Keys): Form<Part, Part> {
  const parts = Object.entries(keys).map(([key, form]) => [key.replace('?', ''), form] as const);
  return {
    schema: object(description, schemasOf(keys)),
    load: (stated) =>
      Object.assign({}, ...parts.map(([key, form]) => loadedPart(form, key, stated))),
    state: (value) => {
      const stated: Part = {};
      for (const [key, form] of parts) Object.assign(stated, statedPart(form, key, value, stated));
      return stated;
    },
  };
}

/** Gives the schemas of keys. */
export function schemasOf(keys: Keys): Readonly<Record<string, JsonSchema>> {
  const schemas = Object.entries(keys).flatMap(([key, form]) =>
    isSpread(form) ? Object.entries(form.keys) : [[key, form.schema]],
  );
  return Object.fromEntries(schemas);
}

/** One key of a value that a file states with several keys. */
export function together<const K extends Keys>(keys: K): Spread<Loaded<K>, Stated<K>> {
  const { load, state } = mapping('', keys);
  return { keys: schemasOf(keys), load, state };
}

/** One key of a value that a file states under another name, with a default. */
export function named<const Name extends string, Value, StatedValue>(
  name: Name,
  form: Defaulted<Value, StatedValue>,
): Spread<Value, { readonly [N in Name]?: StatedValue }>;
export function named(name: string, form: AnyForm): AnySpread {
  const { schema: _, ...inner } = mapping('', { [`${name}?`]: form });
  return {
    keys: { [`${name}?`]: form.schema },
    load: (stated) => inner.load(stated as Part)[name],
    state: (value) => inner.state({ [name]: value }),
  };
}

type Part = Record<string, unknown>;

function isSpread(form: AnyForm | AnySpread): form is AnySpread {
  return 'keys' in form;
}

function loadedPart(form: AnyForm | AnySpread, key: string, stated: Part): Part {
  if (isSpread(form)) return { [key]: form.load(stated) };
  const given = stated[key] ?? fallbackOf(form, stated);
  return given === undefined ? {} : present({ [key]: form.load(given) });
}

function statedPart(
  form: AnyForm | AnySpread,
  key: string,
  value: Part,
  before: Part,
): Readonly<Part> {
  if (isSpread(form)) return form.state(value[key]) as Part;
  const given = value[key];
  if (given === undefined || isUsual(given, form, before)) return {};
  return { [key]: form.state(given) };
}

/** Tells whether a value is one that a silent default gives. */
function isUsual(value: unknown, form: AnyForm, before: Part): boolean {
  const isSilent = 'isSilent' in form && form.isSilent === true;
  return isSilent && isSameData(value, form.load(fallbackOf(form, before)));
}

function fallbackOf(form: AnyForm, beside: Part): unknown {
  const { fallback } = form as Partial<Defaulted<unknown>>;
  return typeof fallback === 'function'
    ? fallback(beside as Readonly<Record<string, never>>)
    : fallback;
}

/** One of several mappings, which the key `tag` distinguishes. */
export function choice<F extends AnyForm>(
  description: string,
  tag: string,
  forms: readonly F[],
): Form<ValueOf<F>, StatedOf<F>>;
export function choice(
  description: string,
  tag: string,
  forms: readonly AnyForm[],
): Form<unknown, unknown> {
  const schemas = forms.map(({ schema }) => schema);
  const byWord = new Map(forms.map((form) => [wordOf(form, tag), form]));
  const formOf = (tagged: unknown) => byWord.get(String((tagged as Part)[tag])) as AnyForm;
  return {
    schema: oneOf(description, tag, schemas),
    load: (stated) => formOf(stated).load(stated),
    state: (value) => formOf(value).state(value),
  };
}

type WordOf<Value, Tag extends string> = Value extends { readonly [K in Tag]: infer Word }
  ? Word
  : never;

/** Lists the words under the key that tells mappings from each other. */
export function wordsOf<Tag extends string, F extends AnyForm>(
  tag: Tag,
  forms: readonly F[],
): readonly WordOf<ValueOf<F>, Tag>[];
export function wordsOf(tag: string, forms: readonly AnyForm[]): readonly string[] {
  return forms.map((form) => wordOf(form, tag));
}

function wordOf({ schema }: AnyForm, tag: string): string {
  return String(field(field(schema['properties'], tag), 'const'));
}
