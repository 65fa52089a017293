import { counted } from '@quorate/protocol';
import { formatDiagnostic, lintScenario } from '@quorate/simulator';
import { type ExitCode, exitCodes } from '../exit-code.ts';
import type { Terminal } from '../output/terminal.ts';
import { readScenarioFiles } from '../runs/scenario-files.ts';

/** Reports every mistake in scenario files, and what their authors are unlikely to mean. */
export function lintFiles(paths: readonly string[], terminal: Terminal): ExitCode {
  const { print, colors } = terminal;
  const { files, mistakes } = readScenarioFiles(paths);
  const lints = files.map(({ file, text }) => lintScenario(text, file));
  const wrong = [...mistakes, ...lints.flatMap((lint) => lint.mistakes.map(formatDiagnostic))];
  const advice = lints.flatMap((lint) => lint.advice.map(formatDiagnostic));
  for (const line of wrong) print(`${colors.red('error')}  ${line}\n`);
  for (const line of advice) print(`${colors.yellow('advice')} ${line}\n`);
  const pieces = `${counted(advice.length, 'piece')} of advice`;
  print(`${counted(files.length, 'file')}, ${counted(wrong.length, 'mistake')}, ${pieces}\n`);
  return wrong.length > 0 ? exitCodes.badScenario : exitCodes.passed;
}
