import { type JsonSchema, object } from './schema-shapes.ts';

/** Says where a frozen scenario comes from, and what its run must be like. */
export interface Provenance {
  /** The seed that it was drawn from: `0x` and hexadecimal digits. */
  readonly seed: string;
  /** The version of the program that wrote it. */
  readonly tool: string;
  /** The trace hash of its run, 64 hexadecimal digits; any other is drift. */
  readonly traceHash: string;
}

/** Describe where a frozen scenario comes from. */
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

/** Convert where a frozen scenario comes from, without what only the author reads. */
export function buildProvenance({ seed, tool, traceHash }: Provenance): Provenance {
  return { seed, tool, traceHash };
}
