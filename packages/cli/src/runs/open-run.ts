import { ArtefactError } from '../artefacts/artefact-error.ts';
import { findRecording, type Recording } from '../artefacts/recording.ts';
import { type LoadedScenario, loadScenarios } from './scenario-files.ts';

/** A run that can be repeated. */
export interface OpenedRun {
  readonly recording: Recording;
  readonly loaded: LoadedScenario;
  /** Undefined means the seed of the scenario. */
  readonly seed: bigint | undefined;
}

/**
 * Opens what there is to repeat at a path: a folder of artefacts or a scenario file. With a seed of
 * its own it is another run, and cannot be compared with the recorded one.
 *
 * @returns the mistakes, a line each, if it cannot be opened.
 */
export function openRun(path: string, seed: bigint | undefined): OpenedRun | readonly string[] {
  const found = find(path);
  if (typeof found === 'string') return [found];
  const recording = seed === undefined ? found : { file: found.file };
  const { scenarios, mistakes } = loadScenarios([recording.file]);
  const [loaded] = scenarios;
  return loaded === undefined ? mistakes : { recording, loaded, seed: seed ?? seedOf(recording) };
}

/** Tells whether a run could be opened. */
export function isOpened(found: OpenedRun | readonly string[]): found is OpenedRun {
  return !Array.isArray(found);
}

function find(path: string): Recording | string {
  try {
    return findRecording(path);
  } catch (error) {
    if (error instanceof ArtefactError) return error.message;
    throw error;
  }
}

function seedOf({ kept }: Recording): bigint | undefined {
  return kept === undefined ? undefined : BigInt(kept.trace.header.seed);
}
