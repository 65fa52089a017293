import { field, items, keys } from '../loose.ts';
import { scenarioSchema } from '../schema/schema.ts';
import type { JsonSchema } from '../schema-shapes.ts';

/** What the schema says about one mapping or list of a document. */
export interface Shape {
  /** The keys in the order of the schema; empty where any name is allowed. */
  readonly order: readonly string[];
  /** Whether the keys are names that the author chooses, such as those of clients. */
  readonly isByName: boolean;
  /** Gives the shape of the value under a key, or of every item of a list. */
  readonly inner: (key: string | number, value: unknown) => Shape;
}

/** Gives the shape of a whole scenario; `data` is the document as plain data. */
export function rootShape(data: unknown): Shape {
  return shapeOf([scenarioSchema], data);
}

function shapeOf(schemas: readonly JsonSchema[], data: unknown): Shape {
  const fitting = schemas.flatMap(alternatives).filter((schema) => fits(schema, data));
  const order = fitting.flatMap((schema) => keys(schema['properties']));
  return {
    order: [...new Set(order)],
    isByName: fitting.some(({ additionalProperties }) => typeof additionalProperties === 'object'),
    inner: (key, value) =>
      shapeOf(
        fitting.flatMap((schema) => innerSchemas(schema, key)),
        value,
      ),
  };
}

/** Lists the schemas that a schema may stand for, following references and choices. */
function alternatives(schema: JsonSchema): readonly JsonSchema[] {
  const { $ref } = schema;
  if (typeof $ref === 'string') {
    const name = $ref.slice('#/definitions/'.length);
    return alternatives(field(scenarioSchema['definitions'], name) as JsonSchema);
  }
  const choices = ['allOf', 'oneOf', 'anyOf'].flatMap((keyword) => items(schema, keyword));
  return [schema, ...choices.flatMap((choice) => alternatives(choice as JsonSchema))];
}

/** Tells whether a mapping may have a shape: its tags agree. */
function fits({ properties }: JsonSchema, data: unknown): boolean {
  return keys(properties).every((key) => {
    const constant = field(field(properties, key), 'const');
    const given = field(data, key);
    // Integers of a document may be bigints.
    return constant === undefined || given === undefined || `${constant}` === `${given}`;
  });
}

function innerSchemas(schema: JsonSchema, key: string | number): readonly JsonSchema[] {
  const { properties, additionalProperties, items: item } = schema;
  const inner =
    typeof key === 'number' ? item : (field(properties, key) ?? additionalProperties ?? undefined);
  return typeof inner === 'object' && inner !== null ? [inner as JsonSchema] : [];
}
