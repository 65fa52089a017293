import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { makeFolder } from '@quorate/client/node';
import type { KeptScenario } from '@quorate/fuzzer';
import { printScenario, type Scenario } from '@quorate/simulator';
import { textDigest } from '../artefacts/text-digest.ts';
import { writeTogether } from '../artefacts/write-together.ts';
import { headOf } from '../commands/scenario-expand.ts';
import type { ExitCode } from '../exit-code.ts';
import { loadScenarios, nothingIn } from '../scenario-files.ts';
import type { Terminal } from '../terminal.ts';
import { attemptWrite } from '../write-report.ts';

/** What the files of searches begin with. */
const KEPT_BY = 'kept by quorate fuzz';

/** Hold the corpus of a folder, and a line for each file in it that is no scenario any more. */
export interface CorpusFolder {
  readonly kept: readonly KeptScenario[];
  readonly mistakes: readonly string[];
}

/** Loads the scenarios of a folder, by name; a folder that does not exist yet is an empty one. */
export function loadCorpus(folder: string): CorpusFolder {
  if (!existsSync(folder)) return { kept: [], mistakes: [] };
  const { scenarios, mistakes } = loadScenarios([folder]);
  const kept = scenarios.map(({ file, scenario }) => ({ name: relative(folder, file), scenario }));
  return { kept, mistakes: mistakes.filter((mistake) => mistake !== nothingIn(folder)) };
}

/**
 * Writes scenarios into a folder, each under a name that follows from its text, so that none is
 * there twice; what is there already stays. Ends at the first that cannot be written, which is said.
 *
 * @returns how many were not there before, and what the process ends with where some are not there now.
 */
export function saveCorpus(
  folder: string,
  scenarios: readonly Scenario[],
  terminal: Pick<Terminal, 'complain'>,
): { readonly added: number; readonly unwritten: readonly ExitCode[] } {
  let added = 0;
  const save = (scenario: Scenario) => {
    const text = printScenario({ ...scenario, provenance: undefined });
    const name = `${textDigest(text, 16)}.yaml`;
    if (existsSync(join(folder, name))) return;
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
 * Removes from a folder what earlier searches kept and this one can do without, so that a corpus does not
 * take up ever more of each search. What people have written stays.
 *
 * @param known what was loaded from the folder.
 * @param needed the scenarios that show, between them, all that is known.
 * @returns how many files went.
 */
export function pruneCorpus(
  folder: string,
  known: readonly KeptScenario[],
  needed: readonly Scenario[],
): number {
  const outdated = known.filter(({ name, scenario }) => {
    if (needed.includes(scenario)) return false;
    return readFileSync(join(folder, name), 'utf8').startsWith(`# ${KEPT_BY},`);
  });
  for (const { name } of outdated) rmSync(join(folder, name));
  return outdated.length;
}
