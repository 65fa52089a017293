import {
  checkData,
  DevnetError,
  exportData,
  importData,
  isOfTheMachine,
  type Moved,
} from '@quorate/devnet';
import { counted } from '@quorate/protocol';
import { renderFindings, renderVerdict } from '../db/findings.ts';
import { type ExitCode, exitCodes } from '../exit-code.ts';
import type { Terminal } from '../output/terminal.ts';
import { quote } from '../report/shell.ts';

/** The options that all `quorate db` commands share. */
export interface DbOptions {
  readonly json?: true;
}

const REMEDY = 'keep the folder, restore an export (quorate db import), and check the disk';

/** Checks the data of a devnet; the exit code is 1 if anything is wrong with them. */
export function checkDb(
  folder: string,
  { json }: DbOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  return carryOut(terminal, async () => {
    const isForPrograms = json === true;
    const findings = await checkData(folder, (each) => {
      if (!isForPrograms) terminal.print(renderFindings(each, terminal));
    });
    terminal.print(
      isForPrograms ? `${JSON.stringify(findings)}\n` : renderVerdict(findings, REMEDY, terminal),
    );
    return findings.isSound ? exitCodes.passed : exitCodes.failed;
  });
}

/** Writes the data of a devnet into one file. */
export function exportDb(
  [folder, file]: readonly [string, string],
  { json }: DbOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  return carryOut(terminal, async () => {
    const moved = await exportData(folder, file);
    terminal.print(
      json === true
        ? `${JSON.stringify({ ...moved, file })}\n`
        : `exported ${renderMoved(moved)} to ${file}\n` +
            'It contains the secret keys. Only you can read it; keep it that way.\n',
    );
    return exitCodes.passed;
  });
}

/** Creates a data folder from an exported file. */
export function importDb(
  [folder, file]: readonly [string, string],
  { json }: DbOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  return carryOut(terminal, async () => {
    const moved = await importData(folder, file);
    terminal.print(
      json === true
        ? `${JSON.stringify({ ...moved, folder })}\n`
        : `imported ${renderMoved(moved)} into ${folder}\n` +
            `npx quorate devnet --data-dir ${quote(folder)} continues with it.\n`,
    );
    return exitCodes.passed;
  });
}

async function carryOut(
  { complain, colors }: Terminal,
  act: () => Promise<ExitCode>,
): Promise<ExitCode> {
  try {
    return await act();
  } catch (failure) {
    const code = codeOf(failure);
    if (code === undefined) throw failure;
    complain(`${colors.red('error')} ${(failure as Error).message}\n`);
    return code;
  }
}

/** Gives the exit code of a failure; undefined for an unforeseen one. */
function codeOf(failure: unknown): ExitCode | undefined {
  if (failure instanceof DevnetError) {
    return isOfTheMachine(failure) ? exitCodes.environment : exitCodes.usage;
  }
  // A file error that the devnet does not foresee: the file is unreadable, or the disk fails.
  return failure instanceof Error && 'syscall' in failure ? exitCodes.environment : undefined;
}

function renderMoved({ nodes, rows }: Moved): string {
  return `${counted(nodes, 'node')} with ${counted(rows, 'row')}`;
}
