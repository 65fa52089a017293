import { join } from 'node:path';
import type { RecordedRun } from '@quorate/simulator';
import { type JudgedRun, toJson } from '../judge.ts';
import { failureName, NO_VIOLATION } from '../report/failure-name.ts';
import type { ArtefactName } from './artefact-names.ts';
import { textDigest } from './text-digest.ts';
import { headerOf, renderTrace } from './trace-file.ts';
import { writeTogether } from './write-together.ts';

/** Hold all that is kept of a run that failed. */
export interface KeptFailure {
  readonly run: JudgedRun;
  readonly recorded: RecordedRun;
  /** What happened, for Mermaid. */
  readonly diagram: string;
  /** The scenario as a file. */
  readonly scenario: string;
  /** What was said about the run. */
  readonly report: string;
}

/**
 * Give the folder that the artefacts of a run go to: `<root>/failures/<what failed>-<trace>`, and where what
 * failed is an expectation, `-<expectations>`: it is no part of the trace.
 */
export function artefactFolder(root: string, run: JudgedRun): string {
  const what = failureName(run);
  const asked = expectedIn(what, run.result);
  const digits = asked === undefined ? '' : `-${textDigest(asked, 4)}`;
  return join(root, 'failures', `${what}-${run.result.traceHash.slice(0, 8)}${digits}`);
}

/** Give what was expected, where that is no part of the trace and makes the failure. */
function expectedIn(
  what: string,
  { failedExpectations, expectedVerdict }: JudgedRun['result'],
): string | undefined {
  if (what === 'expectation') return toJson(failedExpectations);
  return what === NO_VIOLATION ? expectedVerdict : undefined;
}

/** Write the artefacts of a run, all or none; the same failure again overwrites them with the same. */
export function writeArtefacts(folder: string, kept: KeptFailure): void {
  const { run, recorded, diagram, scenario, report } = kept;
  const { result, events, forensics } = recorded;
  const header = headerOf(result);
  const { file, causes } = run;
  const files = {
    'scenario.yaml': scenario,
    'trace.ndjson': renderTrace(header, events),
    'diagram.mmd': diagram,
    'report.json': json({ ...header, file, causes, result: run.result }),
    ...(forensics === undefined ? {} : { 'forensics.json': json(forensics) }),
    'stdout.txt': report,
  } satisfies Partial<Record<ArtefactName, string>>;
  writeTogether(folder, files);
}

function json(value: unknown): string {
  return `${toJson(value, 2)}\n`;
}
