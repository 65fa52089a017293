import { mapping, same, type ValueOf } from './forms.ts';

/** The form of the origin of a frozen scenario. */
export const provenanceForm = mapping(
  'Where a frozen scenario comes from; written by "quorate scenario freeze", never by hand.',
  {
    seed: same<string>({
      title: '0x and hexadecimal digits',
      description: 'The seed that it was drawn from.',
      type: 'string',
      pattern: '^0x[0-9a-f]+$',
    }),
    tool: same<string>({
      title: 'a version',
      description: 'The version of the program that wrote it.',
      type: 'string',
    }),
    traceHash: same<string>({
      title: '64 hexadecimal digits',
      description: 'The trace hash of its run; any other is drift.',
      type: 'string',
      pattern: '^[0-9a-f]{64}$',
    }),
  },
);

/** Where a frozen scenario comes from, and the trace that its run must have. */
export type Provenance = ValueOf<typeof provenanceForm>;
