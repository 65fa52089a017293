import { accessSync, constants, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Scenario } from '@quorate/simulator';
import { formatDiagnostic, loadScenario, ScenarioError } from '@quorate/simulator';

/** Hold a scenario and the file it came from. */
export interface LoadedScenario {
  readonly file: string;
  readonly scenario: Scenario;
}

/** Hold what could be loaded, and one line for each mistake found on the way. */
export interface LoadedScenarios {
  readonly scenarios: readonly LoadedScenario[];
  readonly mistakes: readonly string[];
}

/** Load one file; a folder is a mistake. */
export function loadScenarioFile(path: string): LoadedScenarios {
  return isFolder(path)
    ? { scenarios: [], mistakes: [`${path}: a folder, where one scenario file is expected`] }
    : loadScenarios([path]);
}

/**
 * Load files, and of folders every *.yaml below in the order of their paths, but for what is hidden or
 * installed there.
 */
export function loadScenarios(paths: readonly string[]): LoadedScenarios {
  const found = findScenarioFiles(paths);
  const scenarios: LoadedScenario[] = [];
  const mistakes = [...found.mistakes];
  for (const file of found.files) load(file, scenarios, mistakes);
  return { scenarios, mistakes };
}

/** Hold the files at some paths, and one line for each path that leads to none. */
export interface ScenarioFiles {
  readonly files: readonly string[];
  readonly mistakes: readonly string[];
}

/** Find files, and in folders every *.yaml below in the order of their paths; see `loadScenarios`. */
export function findScenarioFiles(paths: readonly string[]): ScenarioFiles {
  const files: string[] = [];
  const mistakes: string[] = [];
  for (const path of paths) {
    try {
      const found = filesOf(path);
      if (found.length === 0) mistakes.push(`${path}: no *.yaml in this folder`);
      files.push(...found);
    } catch (error) {
      mistakes.push(`${path}: ${describeFileError(error)}`);
    }
  }
  return { files, mistakes };
}

function load(file: string, scenarios: LoadedScenario[], mistakes: string[]): void {
  try {
    scenarios.push({ file, scenario: loadScenario(readFileSync(file, 'utf8'), file) });
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error;
    mistakes.push(...error.diagnostics.map(formatDiagnostic));
  }
}

function filesOf(path: string): readonly string[] {
  if (!statSync(path).isDirectory()) {
    accessSync(path, constants.R_OK);
    return [path];
  }
  return filesBelow(path).sort((a, b) => (a < b ? -1 : 1));
}

// Links to folders are not followed: they may lead round and round.
function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return isPassedBy(entry.name) ? [] : filesBelow(path);
    return entry.name.endsWith('.yaml') && !isFolder(path) ? [path] : [];
  });
}

function isPassedBy(name: string): boolean {
  return name.startsWith('.') || name === 'node_modules';
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** Describe what the file system refused; anything else is a bug and goes on. */
export function describeFileError(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (typeof code !== 'string') throw error;
  return code === 'ENOENT' ? 'no such file or folder' : `cannot be read (${code})`;
}
