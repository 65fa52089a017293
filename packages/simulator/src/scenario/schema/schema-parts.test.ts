import { describe, expect, it } from 'vitest';
import type { JsonSchema } from '../schema-shapes.ts';
import { scenarioSchema } from './schema.ts';
import { schemaParts } from './schema-parts.ts';

const parts = schemaParts();
const definitions = scenarioSchema['definitions'] as Readonly<Record<string, JsonSchema>>;

/** Writes out a schema with what it refers to, and without descriptions. */
function written(schema: unknown, referred: (name: string) => unknown): unknown {
  if (Array.isArray(schema)) return schema.map((item) => written(item, referred));
  if (typeof schema !== 'object' || schema === null) return schema;
  const { $ref } = schema as { $ref?: string };
  if ($ref !== undefined) return written(referred($ref), referred);
  const told = Object.entries(schema).filter(
    ([key, value]) =>
      key !== 'definitions' && !(key === 'description' && typeof value === 'string'),
  );
  return Object.fromEntries(told.map(([key, value]) => [key, written(value, referred)]));
}

describe('the parts of the schema of scenarios', () => {
  it('say together what the whole says', () => {
    const whole = written(scenarioSchema, (name) => definitions[name.replace(/^.*\//, '')]);
    expect(written(parts['scenario'], (name) => parts[name])).toEqual(whole);
  });

  it('are small: no mapping stands within another', () => {
    for (const part of Object.values(parts)) {
      const shapes = Object.values((part['properties'] ?? {}) as Record<string, JsonSchema>);
      expect(shapes.flatMap(({ properties, oneOf }) => properties ?? oneOf ?? [])).toEqual([]);
    }
  });
});
