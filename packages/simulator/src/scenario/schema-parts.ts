import { scenarioSchema } from './schema.ts';
import type { JsonSchema } from './schema-shapes.ts';

const { properties } = scenarioSchema as {
  readonly properties: Readonly<Record<string, JsonSchema>>;
};

/** The whole of a document but for what is below its keys. */
export const FRAME = 'frame';

/** Names the keys of a document, each of which is checked by itself. */
export const KEYS = Object.keys(properties);
