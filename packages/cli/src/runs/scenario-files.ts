import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Scenario, Setting } from '@quorate/simulator';
import { formatDiagnostic, formatPath, loadScenario, ScenarioError } from '@quorate/simulator';
import { STANDARD_STREAM, STDIN_DESCRIPTOR } from '../output/standard-stream.ts';
import { systemReason } from '../output/system-reason.ts';

/** Other values for places of the loaded files; none if absent. */
export interface SetOptions {
  readonly set?: readonly Setting[];
}

/** Gives settings as they are typed, in what programs read of runs; empty if there are none. */
export function setTexts(settings: readonly Setting[] = []): { readonly set?: readonly string[] } {
  return settings.length === 0 ? {} : { set: settings.map(settingText) };
}

/** Gives a setting as it is typed. */
export function settingText({ path, value }: Setting): string {
  return `${formatPath(path)}=${value}`;
}

/** A scenario, and the file it came from. */
export interface LoadedScenario {
  readonly file: string;
  readonly scenario: Scenario;
  /** The values that replace those of the file; none if absent. */
  readonly settings?: readonly Setting[];
}

/** Names the origin of a scenario: its file, and the places that have another value. */
export function originOf({ file, settings = [] }: LoadedScenario): string {
  const places = settings.map(({ path }) => formatPath(path));
  return places.length === 0 ? file : `${file} but for ${[...new Set(places)].join(', ')}`;
}

/** The scenarios that could be loaded, and one line for each mistake found on the way. */
export interface LoadedScenarios {
  readonly scenarios: readonly LoadedScenario[];
  readonly mistakes: readonly string[];
}

/** Gives the paths that scenarios came from. */
export function filesOf(scenarios: readonly LoadedScenario[]): readonly string[] {
  return scenarios.map(({ file }) => file);
}

/** Loads one file; a folder is a mistake. */
export function loadScenarioFile(path: string, settings: readonly Setting[] = []): LoadedScenarios {
  return isFolder(path)
    ? { scenarios: [], mistakes: [`${path}: a folder, where one scenario file is expected`] }
    : loadScenarios([path], settings);
}

/**
 * Loads files, and of folders every *.yaml and *.yml below them, in the order of their paths,
 * except for what is hidden or installed there. The settings apply to each of them.
 */
export function loadScenarios(
  paths: readonly string[],
  settings: readonly Setting[] = [],
): LoadedScenarios {
  const found = readScenarioFiles(paths);
  const scenarios: LoadedScenario[] = [];
  const mistakes = [...found.mistakes];
  for (const { file, text } of found.files) {
    try {
      scenarios.push({ file, scenario: loadScenario(text, file, settings), settings });
    } catch (error) {
      if (!(error instanceof ScenarioError)) throw error;
      mistakes.push(...error.diagnostics.map(formatDiagnostic));
    }
  }
  return { scenarios, mistakes };
}

/** One file that was read. */
export interface ScenarioText {
  readonly file: string;
  readonly text: string;
}

/** The files at some paths, and one line for each path or file that cannot be read. */
export interface ScenarioFiles {
  readonly files: readonly ScenarioText[];
  readonly mistakes: readonly string[];
}

/**
 * Reads files, standard input for `-`, and of folders every *.yaml and *.yml below them, in the
 * order of their paths; see `loadScenarios`.
 */
export function readScenarioFiles(paths: readonly string[]): ScenarioFiles {
  const mistakes: string[] = [];
  function readable<T>(path: string, read: () => readonly T[]): readonly T[] {
    try {
      return read();
    } catch (error) {
      mistakes.push(`${refused(error, path) || '""'}: ${describeFileError(error)}`);
      return [];
    }
  }
  if (paths.indexOf(STANDARD_STREAM) < paths.lastIndexOf(STANDARD_STREAM)) {
    return { files: [], mistakes: [`${STANDARD_STREAM}: standard input can be read once only`] };
  }
  const found = paths.flatMap((path) =>
    readable(path, () => {
      const files = filesAt(path);
      if (files.length === 0) mistakes.push(nothingIn(path));
      return files;
    }),
  );
  const files = found.flatMap((file) =>
    readable(file, () => {
      const text = textOf(readFileSync(file === STANDARD_STREAM ? STDIN_DESCRIPTOR : file));
      if (text !== undefined) return [{ file, text }];
      mistakes.push(`${file}: expected text in UTF-8, got other bytes`);
      return [];
    }),
  );
  return { files, mistakes };
}

/**
 * Decodes text in UTF-8 without losing anything, because `fmt` writes it back; undefined for other
 * bytes.
 */
function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return undefined;
  }
}

/** Says that a folder contains no scenario. */
export function nothingIn(folder: string): string {
  return `${folder}: no *.yaml or *.yml in this folder`;
}

function filesAt(path: string): readonly string[] {
  if (path === STANDARD_STREAM || !statSync(path).isDirectory()) return [path];
  return filesBelow(path).sort((a, b) => (a < b ? -1 : 1));
}

// Links to folders are not followed: they may form a circle.
function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return isPassedBy(entry.name) ? [] : filesBelow(path);
    return /\.ya?ml$/.test(entry.name) && !isFolder(path) ? [path] : [];
  });
}

function isPassedBy(name: string): boolean {
  return name.startsWith('.') || name === 'node_modules';
}

// Why a path cannot be examined, such as a link that leads to itself, is reported when it is read.
function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** Gives the path that the system refused, which may be a folder far below the requested one. */
function refused(error: unknown, asked: string): string {
  const path = error instanceof Error && 'path' in error ? error.path : undefined;
  return typeof path === 'string' ? path : asked;
}

/** Describes what the file system refused; any other error is a bug, and is thrown on. */
export function describeFileError(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (typeof code !== 'string') throw error;
  return code === 'ENOENT' ? 'no such file or folder' : `cannot be read (${systemReason(error)})`;
}
