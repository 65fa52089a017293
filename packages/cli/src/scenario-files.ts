import { readdirSync, readFileSync, statSync } from 'node:fs';
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

/** Load files, and of folders every *.yaml below in the order of their paths. */
export function loadScenarios(paths: readonly string[]): LoadedScenarios {
  const scenarios: LoadedScenario[] = [];
  const mistakes: string[] = [];
  for (const path of paths) {
    try {
      const files = filesOf(path);
      if (files.length === 0) mistakes.push(`${path}: no *.yaml in this folder`);
      for (const file of files) load(file, scenarios, mistakes);
    } catch (error) {
      mistakes.push(`${path}: ${describeFailure(error)}`);
    }
  }
  return { scenarios, mistakes };
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
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => join(path, name))
    .sort((a, b) => (a < b ? -1 : 1));
}

/** Describe what the file system refused; anything else is a bug and goes on. */
function describeFailure(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (typeof code !== 'string') throw error;
  return code === 'ENOENT' ? 'no such file or folder' : `cannot be read (${code})`;
}
