import { join } from 'node:path';
import type { RecordedRun } from '@quorate/simulator';
import { failureName, NO_VIOLATION } from '../report/failure-name.ts';
import { type JudgedRun, toJson } from '../runs/judge.ts';
import type { ArtefactName } from './artefact-names.ts';
import { textDigest } from './text-digest.ts';
import { headerOf, renderTrace } from './trace-file.ts';
import { writeTogether } from './write-together.ts';

/** All that is kept of a failed run. */
export interface KeptFailure {
  readonly run: JudgedRun;
  readonly recorded: RecordedRun;
  /** The run as a Mermaid diagram. */
  readonly diagram: string;
  /** The run as a page. */
  readonly page: string;
  /** The text of the scenario file. */
  readonly scenario: string;
  /** The report on the run. */
  readonly report: string;
}

/**
 * Gives the folder for the artefacts of a run: `<root>/failures/<failure>-<trace>`. If the failure
 * is an expectation, `-<expectations>` follows, because expectations are no part of the trace.
 */
export function artefactFolder(root: string, run: JudgedRun): string {
  const what = failureName(run);
  const asked = expectedIn(what, run.result);
  const digits = asked === undefined ? '' : `-${textDigest(asked, 4)}`;
  return join(root, 'failures', `${what}-${run.result.traceHash.slice(0, 8)}${digits}`);
}

/** Gives what was expected, if that is the failure and no part of the trace. */
function expectedIn(
  what: string,
  { failedExpectations, expectedVerdict }: JudgedRun['result'],
): string | undefined {
  if (what === 'expectation') return toJson(failedExpectations);
  return what === NO_VIOLATION ? expectedVerdict : undefined;
}

/**
 * Writes the artefacts of a run, all or none. The same failure overwrites them with the same
 * content.
 */
export function writeArtefacts(folder: string, kept: KeptFailure): void {
  const { run, recorded, diagram, page, scenario, report } = kept;
  const { result, events, forensics } = recorded;
  const header = headerOf(result);
  const { file, causes } = run;
  const files = {
    'scenario.yaml': scenario,
    'trace.ndjson': renderTrace(header, events),
    'diagram.mmd': diagram,
    'report.html': page,
    'report.json': json({ ...header, file, causes, result: run.result }),
    ...(forensics === undefined ? {} : { 'forensics.json': json(forensics) }),
    'stdout.txt': report,
  } satisfies Partial<Record<ArtefactName, string>>;
  writeTogether(folder, files);
}

function json(value: unknown): string {
  return `${toJson(value, 2)}\n`;
}
