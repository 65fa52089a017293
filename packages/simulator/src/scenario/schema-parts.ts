import { scenarioSchema } from './schema.ts';
import type { JsonSchema } from './schema-shapes.ts';

/** The whole of a document but for what is below its keys. */
export const FRAME = 'frame';

/** Hold the shape of each key of a document. */
export const SHAPES = scenarioSchema['properties'] as Readonly<Record<string, JsonSchema>>;

/** Names the keys of a document, each of which is checked by itself. */
export const KEYS = Object.keys(SHAPES);
