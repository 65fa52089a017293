import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { expect, it } from 'vitest';
import { formats } from './formats.ts';
import { scenarioSchema } from './schema.ts';

it('is published as it is: quorate scenario schema > packages/simulator/scenario.schema.json', () => {
  const published = new URL('../../../scenario.schema.json', import.meta.url);
  expect(JSON.parse(readFileSync(published, 'utf8'))).toEqual(scenarioSchema);
});

it('lists all values of each tag, for editors: of alternatives they complete those that fit', () => {
  const lists = tagsIn(scenarioSchema);
  expect(lists.map(({ tag }) => tag)).toEqual(
    expect.arrayContaining(['op', 'kind', 'act', 'dist']),
  );
  for (const { examples, values } of lists) expect(examples).toEqual(values);
});

it('describes every key, for users who hover over it', () => {
  expect(keysWithoutDescription(scenarioSchema, 'scenario')).toEqual([]);
});

it('is a valid schema, which no run checks again', () => {
  const accepts = Object.entries(formats).map(([name, format]) => [name, format.accepts] as const);
  const ajv = new Ajv({
    discriminator: true,
    allowUnionTypes: true,
    formats: Object.fromEntries(accepts),
  });
  ajv.addKeyword('enumDescriptions');
  expect(ajv.validateSchema(scenarioSchema)).toBe(true);
  expect(ajv.validateSchema({ ...scenarioSchema, type: 'ojbect' })).toBe(false);
  expect(ajv.compile(scenarioSchema)({})).toBe(false);
});

/** A tag needs no words of its own: the alternative that it selects has them. */
function keysWithoutDescription(schema: unknown, path: string): readonly string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([keyword, value]) =>
    keyword === 'properties'
      ? Object.entries(value as object).flatMap(([key, property]) => [
          ...('description' in property || 'const' in property ? [] : [`${path}.${key}`]),
          ...keysWithoutDescription(property, `${path}.${key}`),
        ])
      : keysWithoutDescription(value, path),
  );
}

/** Lists the tags that select one of several mappings, with the values that these have. */
function tagsIn(schema: unknown): readonly Tag[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { discriminator, oneOf, properties } = schema as {
    readonly discriminator?: { readonly propertyName: string };
    readonly oneOf?: readonly { readonly properties: Record<string, { readonly const: string }> }[];
    readonly properties?: Record<string, { readonly examples: unknown }>;
  };
  const inner = Object.values(schema).flatMap(tagsIn);
  if (discriminator === undefined) return inner;
  const tag = discriminator.propertyName;
  const values = oneOf?.map((each) => each.properties[tag]?.const);
  return [{ tag, examples: properties?.[tag]?.examples, values }, ...inner];
}

interface Tag {
  readonly tag: string;
  readonly examples: unknown;
  readonly values: unknown;
}
