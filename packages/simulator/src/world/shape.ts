/** Says what is wrong with the part at a path, such as `without "signature"`; undefined where nothing is. */
export type Shape = (value: unknown, path: string) => string | undefined;

/** The parts of something, each with its shape. */
export type Parts = Readonly<Record<string, Shape>>;

/** Anything but nothing. What is null has nothing in it either. */
export const given: Shape = (value, path) =>
  value === undefined || value === null ? `without "${path}"` : undefined;

export const text = kind('string', (value) => typeof value === 'string');
export const bigint = kind('bigint', (value) => typeof value === 'bigint');
export const count = kind('whole number', Number.isSafeInteger);
const object = kind('object', (value) => typeof value === 'object' && !Array.isArray(value));
const anyList = kind('list', Array.isArray);

/** Takes one of these words. */
export function word(...words: readonly string[]): Shape {
  return (value, path) =>
    text(value, path) ??
    (words.includes(value as string)
      ? undefined
      : `whose "${path}" is none of ${words.join(', ')}: it is ${JSON.stringify(value)}`);
}

/** Takes what may be left out. */
export function optional(shape: Shape): Shape {
  return (value, path) => (value === undefined ? undefined : shape(value, path));
}

/** Takes a list of the like. */
export function list(item: Shape): Shape {
  return (value, path) =>
    anyList(value, path) ??
    firstFault(value as readonly unknown[], (each, index) => item(each, `${path}.${index}`));
}

/** Takes a list with just these, in this order. */
export function tuple(...items: readonly Shape[]): Shape {
  return (value, path) =>
    anyList(value, path) ??
    firstFault(items, (item, index) => item((value as unknown[])[index], `${path}.${index}`));
}

/** Takes an object with these parts, whatever else it has. */
export function record(parts: Parts): Shape {
  return (value, path) => object(value, path) ?? partsFault(value, parts, `${path}.`);
}

/** Takes an object whose parts depend on what one of them says. */
export function choice(key: string, choices: Readonly<Record<string, Parts>>): Shape {
  const says = record({ [key]: word(...Object.keys(choices)) });
  return (value, path) =>
    says(value, path) ?? partsFault(value, choices[lookUp(value, key) as string] ?? {}, `${path}.`);
}

/** Says what is wrong with the first part that is not what it has to be; paths begin with `prefix`. */
export function partsFault(value: unknown, parts: Parts, prefix = ''): string | undefined {
  return firstFault(Object.entries(parts), ([key, shape]) =>
    shape(lookUp(value, key), `${prefix}${key}`),
  );
}

/** Gives a part of what may be no object. */
export function lookUp(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return (value as Readonly<Record<string, unknown>>)[key];
}

function kind(name: string, isSuch: (value: unknown) => boolean): Shape {
  return (value, path) => {
    const missing = given(value, path);
    if (missing !== undefined || isSuch(value)) return missing;
    const found = Array.isArray(value) ? 'list' : typeof value;
    return `whose "${path}" is no ${name}: it is of type ${found}`;
  };
}

function firstFault<T>(
  items: readonly T[],
  faultOf: (item: T, index: number) => string | undefined,
): string | undefined {
  for (const [index, item] of items.entries()) {
    const fault = faultOf(item, index);
    if (fault !== undefined) return fault;
  }
  return undefined;
}
