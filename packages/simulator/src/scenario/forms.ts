import { formatDuration, parseDuration } from '@quorate/network';
import { isSameData } from '../same-data.ts';
import { definition, type JsonSchema, list, object, oneOf } from './schema-shapes.ts';

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

/** A default as a file would state it, or how it follows from the keys beside it. */
type Fallback<Stated> = Stated | ((beside: Readonly<Record<string, unknown>>) => Stated);

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

/** One of several words; `title` is what an error says was expected. */
export function word<const Word extends string>(
  description: string,
  words: readonly Word[],
  title = `one of ${words.join(', ')}`,
): Form<Word> {
  return same({ title, description, enum: words });
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
/** A count of at least 1. */
export const positive = shared<number>('positive');
/** A count. */
export const count = shared<number>('count');

/** A time span; loaded, it is in nanoseconds. */
export function duration(description: string): Form<bigint, string> {
  return {
    schema: definition('duration', description),
    load: parseDuration,
    state: formatDuration,
  };
}

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
    load: (stated) => put(parts.map(([key, form]) => [key, loaded(form, key, stated)])),
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

type Part = Record<string, unknown>;

function isSpread(form: AnyForm | AnySpread): form is AnySpread {
  return 'keys' in form;
}

/** Puts together what has a value. */
function put(entries: readonly (readonly [key: string, value: unknown])[]): Part {
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

function loaded(form: AnyForm | AnySpread, key: string, stated: Part): unknown {
  if (isSpread(form)) return form.load(stated);
  const given = stated[key] ?? fallbackOf(form, stated);
  return given === undefined ? undefined : form.load(given);
}

function statedPart(
  form: AnyForm | AnySpread,
  key: string,
  value: Part,
  before: Part,
): Readonly<Part> {
  if (isSpread(form)) return form.state(value[key]) as Part;
  if (value[key] === undefined) return {};
  const given = form.state(value[key]);
  const isLeftOut =
    'isSilent' in form && form.isSilent === true && isSameData(given, fallbackOf(form, before));
  return isLeftOut ? {} : { [key]: given };
}

function fallbackOf(form: AnyForm, beside: Part): unknown {
  const { fallback } = form as Partial<Defaulted<unknown>>;
  return typeof fallback === 'function' ? fallback(beside) : fallback;
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
  const byWord = new Map(forms.map((form) => [wordOf(form.schema, tag), form]));
  const formOf = (tagged: unknown) => byWord.get((tagged as Part)[tag]) as AnyForm;
  return {
    schema: oneOf(description, tag, schemas),
    load: (stated) => formOf(stated).load(stated),
    state: (value) => formOf(value).state(value),
  };
}

function wordOf({ properties }: JsonSchema, tag: string): unknown {
  return (properties as Readonly<Record<string, JsonSchema>>)[tag]?.['const'];
}
