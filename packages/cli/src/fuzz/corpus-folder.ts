import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { makeFolder } from '@quorate/client/node';
import type { KeptScenario } from '@quorate/fuzzer';
import { printScenario, type Scenario } from '@quorate/simulator';
import { textDigest } from '../artefacts/text-digest.ts';
import { writeTogether } from '../artefacts/write-together.ts';
import type { ExitCode } from '../exit-code.ts';
import type { Terminal } from '../output/terminal.ts';
import { attemptWrite } from '../output/write-report.ts';
import { loadScenarios, nothingIn } from '../runs/scenario-files.ts';
import { headOf } from '../runs/scenario-head.ts';

/** The first words of every file that a search writes. */
const KEPT_BY = 'kept by quorate fuzz';

/** The corpus of a folder, and a line for each file in it that is not a scenario any more. */
export interface CorpusFolder {
  readonly kept: readonly KeptScenario[];
  readonly mistakes: readonly string[];
}

/**
 * Loads the scenarios of a folder with their names; a folder that does not exist yet is an empty
 * one.
 */
export function loadCorpus(folder: string): CorpusFolder {
  if (!existsSync(folder)) return { kept: [], mistakes: [] };
  const { scenarios, mistakes } = loadScenarios([folder]);
  const kept = scenarios.map(({ file, scenario }) => ({ name: relative(folder, file), scenario }));
  return { kept, mistakes: mistakes.filter((mistake) => mistake !== nothingIn(folder)) };
}

/** Where a corpus is kept, and what was loaded from there. */
export interface CorpusPlace {
  readonly folder: string;
  readonly known: readonly KeptScenario[];
}

/**
 * Writes scenarios into a folder, each under a name that follows from its text, so that none is
 * there twice; those that were loaded from there and still are there stay. It stops at the first
 * that cannot be written, and says so.
 *
 * @returns how many were not there before, and the exit codes if some are not there now.
 */
export function saveCorpus(
  { folder, known }: CorpusPlace,
  scenarios: readonly Scenario[],
  terminal: Pick<Terminal, 'complain'>,
): { readonly added: number; readonly unwritten: readonly ExitCode[] } {
  const loaded = new Set(known.map(({ name }) => name));
  let added = 0;
  const save = (scenario: Scenario) => {
    const text = printScenario({ ...scenario, provenance: undefined });
    const name = `${textDigest(text, 16)}.yaml`;
    // A file of this name that could not be loaded, cut short or half merged, is useless, so it is
    // overwritten.
    if (loaded.has(name) && existsSync(join(folder, name))) return;
    writeTogether(folder, { [name]: `${headOf(KEPT_BY, scenario)}${text}` });
    added += 1;
  };
  const saveAll = () => {
    makeFolder(folder);
    scenarios.forEach(save);
  };
  const unwritten = attemptWrite(`--corpus: ${folder}`, saveAll, terminal);
  return { added, unwritten };
}

/**
 * Removes from a folder the files of earlier searches that this one does not need, so that a corpus
 * does not take up ever more of each search. Files that people have written stay; files that
 * somebody has removed meanwhile do not count.
 *
 * @param needed the scenarios that show, between them, all that is known.
 * @returns how many files were removed, and the exit codes if some could not be.
 */
export function pruneCorpus(
  { folder, known }: CorpusPlace,
  needed: readonly Scenario[],
  terminal: Pick<Terminal, 'complain'>,
): { readonly removed: number; readonly unwritten: readonly ExitCode[] } {
  let removed = 0;
  const remove = ({ name, scenario }: KeptScenario) => {
    const path = join(folder, name);
    if (needed.includes(scenario) || !existsSync(path)) return;
    if (!readFileSync(path, 'utf8').startsWith(`# ${KEPT_BY},`)) return;
    rmSync(path, { force: true });
    removed += 1;
  };
  const unwritten = attemptWrite(`--corpus: ${folder}`, () => known.forEach(remove), terminal);
  return { removed, unwritten };
}
