/** The files of a folder of artefacts. */
export const ARTEFACT_NAMES = [
  'scenario.yaml',
  'trace.ndjson',
  'diagram.mmd',
  'report.html',
  'report.json',
  'forensics.json',
  'stdout.txt',
] as const;

export type ArtefactName = (typeof ARTEFACT_NAMES)[number];
