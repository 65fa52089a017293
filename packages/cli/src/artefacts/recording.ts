import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { STANDARD_STREAM } from '../output/standard-stream.ts';
import { describeFileError } from '../runs/scenario-files.ts';
import { ArtefactError } from './artefact-error.ts';
import { ARTEFACT_NAMES, type ArtefactName } from './artefact-names.ts';
import { USUAL_ROOT } from './root.ts';
import { type RecordedTrace, readTrace } from './trace-file.ts';

/** The names of the files that a replay reads; a folder of artefacts contains more. */
const SCENARIO: ArtefactName = 'scenario.yaml';
const TRACE: ArtefactName = 'trace.ndjson';

/** A scenario file to replay, with what was recorded of it. */
export interface Recording {
  /** The scenario file. */
  readonly file: string;
  /** The folder of artefacts and its trace; absent for a scenario file on its own. */
  readonly kept?: { readonly folder: string; readonly trace: RecordedTrace };
}

/**
 * Finds what there is to replay at a path: a folder of artefacts, one of its files, or any scenario
 * file, which may be standard input.
 *
 * @throws ArtefactError for a folder without artefacts, and for a trace that cannot be read.
 */
export function findRecording(path: string): Recording {
  if (path === STANDARD_STREAM) return { file: path };
  if (!isFolder(path)) {
    const folder = dirname(path);
    // A shell that completes the path to a folder of artefacts may end at any of its files.
    const isArtefact = ARTEFACT_NAMES.some((name) => name === basename(path));
    const isKept = isArtefact && existsSync(join(folder, TRACE));
    return isKept ? openFolder(folder) : { file: path };
  }
  if (existsSync(join(path, TRACE))) return openFolder(path);
  throw new ArtefactError(
    path,
    `no ${TRACE} in this folder, so it holds no artefacts of a failure${whatElseIn(path)}`,
  );
}

/**
 * Says what else can be run or replayed: if the simulator itself threw, only a scenario was kept.
 */
function whatElseIn(folder: string): string {
  const scenario = join(folder, SCENARIO);
  return existsSync(scenario) ? `; ${scenario} can be run on its own` : newestBelow(folder);
}

/** Names the newest folder of artefacts below this one, also where a search or a run keeps them. */
function newestBelow(folder: string): string {
  const kept = [folder, join(folder, 'failures'), join(folder, USUAL_ROOT, 'failures')]
    .flatMap(tracesIn)
    .sort((one, other) => other.at - one.at);
  return kept[0] === undefined ? '' : `; the newest are in ${kept[0].folder}`;
}

function tracesIn(parent: string): readonly { readonly folder: string; readonly at: number }[] {
  if (!existsSync(parent)) return [];
  return readable(parent, () =>
    readdirSync(parent).flatMap((name) => {
      const folder = join(parent, name);
      const trace = join(folder, TRACE);
      return existsSync(trace) ? [{ folder, at: statSync(trace).mtimeMs }] : [];
    }),
  );
}

function openFolder(folder: string): Recording {
  const path = join(folder, TRACE);
  const trace = readTrace(
    readable(path, () => readFileSync(path, 'utf8')),
    path,
  );
  return { file: join(folder, SCENARIO), kept: { folder, trace } };
}

function isFolder(path: string): boolean {
  return readable(path, () => statSync(path).isDirectory());
}

function readable<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new ArtefactError(path, describeFileError(error));
  }
}
