import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describeFileError } from '../scenario-files.ts';
import { ArtefactError } from './artefact-error.ts';
import { type RecordedTrace, readTrace } from './trace-file.ts';

/** The names of the files that a replay reads; a folder of artefacts holds more. */
const SCENARIO = 'scenario.yaml';
const TRACE = 'trace.ndjson';

/** Hold what there is to replay. */
export interface Recording {
  /** The scenario file. */
  readonly file: string;
  /** The folder of artefacts and what was recorded; absent for a scenario file on its own. */
  readonly kept?: { readonly folder: string; readonly trace: RecordedTrace };
}

/**
 * Find what there is to replay at a path: a folder of artefacts, its scenario file, or any scenario
 * file.
 *
 * @throws ArtefactError for a folder without artefacts, and for a trace that cannot be read.
 */
export function findRecording(path: string): Recording {
  if (!isFolder(path)) {
    const folder = dirname(path);
    const isKept = basename(path) === SCENARIO && existsSync(join(folder, TRACE));
    return isKept ? openFolder(folder) : { file: path };
  }
  if (existsSync(join(path, TRACE))) return openFolder(path);
  throw new ArtefactError(
    path,
    `no ${TRACE} in this folder, so it holds no artefacts of a failure`,
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
