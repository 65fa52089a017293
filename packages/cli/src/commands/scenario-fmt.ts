import { counted } from '@quorate/protocol';
import { formatDiagnostic, formatScenario, ScenarioError } from '@quorate/simulator';
import { OptionError } from '../command-error.ts';
import { type ExitCode, exitCodes, mostSevere } from '../exit-code.ts';
import { overwrite } from '../output/overwrite.ts';
import { overwriteFault } from '../output/report-files.ts';
import { STANDARD_STREAM } from '../output/standard-stream.ts';
import type { Terminal } from '../output/terminal.ts';
import { attemptWrite } from '../output/write-report.ts';
import { readScenarioFiles, type ScenarioText } from '../runs/scenario-files.ts';
import { refuse, refuseOutput } from './refuse.ts';

/** The options of `quorate scenario fmt`. */
export interface FormatOptions {
  /** Changes nothing, and says which files would change. */
  readonly check?: true;
}

/**
 * Brings scenario files into their canonical form; nothing is written if one of them is not YAML or
 * cannot be written. Standard input goes to standard output, as editors need it.
 */
export function formatFiles(
  paths: readonly string[],
  { check }: FormatOptions,
  terminal: Terminal,
): ExitCode {
  if (paths.includes(STANDARD_STREAM) && paths.length > 1) {
    throw new OptionError(`${STANDARD_STREAM} is standard input, and stands alone`);
  }
  const { files, mistakes } = readScenarioFiles(paths);
  const formatted = files.map(format);
  const all = [...mistakes, ...formatted.flatMap((each) => each.mistakes)];
  if (all.length > 0) return refuse(all, { undone: 'changed' }, terminal);
  const [only] = formatted;
  if (only?.file === STANDARD_STREAM && check === undefined) {
    terminal.print(only.after);
    return exitCodes.passed;
  }
  const changed = formatted.filter(({ before, after }) => before !== after);
  const fault = check === true ? undefined : overwriteFault(changed.map(({ file }) => file));
  if (fault !== undefined) return refuseOutput(fault, terminal);
  const tried = changed.map(({ file, ...texts }) => {
    const write = () => overwrite(file, texts);
    return { file, unwritten: check === true ? [] : attemptWrite(file, write, terminal) };
  });
  const done = tried.filter(({ unwritten }) => unwritten.length === 0);
  for (const { file } of done) terminal.print(`${file}\n`);
  const verb = check === true ? 'not formatted' : 'formatted';
  terminal.print(
    `${counted(done.length, 'file')} ${verb}, ${files.length - done.length} unchanged\n`,
  );
  if (check === true && done.length > 0) return exitCodes.failed;
  return mostSevere(tried.flatMap(({ unwritten }) => unwritten));
}

interface Formatted {
  readonly file: string;
  readonly before: string;
  readonly after: string;
  readonly mistakes: readonly string[];
}

function format({ file, text: before }: ScenarioText): Formatted {
  try {
    return { file, before, after: formatScenario(before, file), mistakes: [] };
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error;
    return { file, before, after: before, mistakes: error.diagnostics.map(formatDiagnostic) };
  }
}
