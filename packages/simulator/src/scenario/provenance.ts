import { type JsonSchema, object } from './schema-shapes.ts';

/** Where a frozen scenario comes from, and the trace that its run must have. */
export interface Provenance {
  /** The seed from which it was drawn: `0x` and hexadecimal digits. */
  readonly seed: string;
  /** The version of the program that wrote it. */
  readonly tool: string;
  /** The trace hash of its run, 64 hexadecimal digits; any other hash means drift. */
  readonly traceHash: string;
}

/** The schema of the origin of a frozen scenario. */
export const provenanceSchema: JsonSchema = object(
  'Where a frozen scenario comes from; written by "quorate scenario freeze", never by hand.',
  {
    seed: {
      title: '0x and hexadecimal digits',
      description: 'The seed that it was drawn from.',
      type: 'string',
      pattern: '^0x[0-9a-f]+$',
    },
    tool: {
      title: 'a version',
      description: 'The version of the program that wrote it.',
      type: 'string',
    },
    traceHash: {
      title: '64 hexadecimal digits',
      description: 'The trace hash of its run; any other is drift.',
      type: 'string',
      pattern: '^[0-9a-f]{64}$',
    },
  },
);
