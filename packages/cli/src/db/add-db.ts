import type { Command } from 'commander';
import type { DbOptions } from '../commands/db.ts';
import type { ExitCode } from '../exit-code.ts';
import type { Terminal } from '../output/terminal.ts';

/** Adds the commands that work on the data of a stopped devnet. */
export function addDb(program: Command, terminal: Terminal, outcome: { code: ExitCode }): void {
  const db = program
    .command('db')
    .description('Check, export and import the data of a stopped devnet.');
  db.command('check')
    .description('Verify every certificate again, replay all history and compare the digests.')
    .argument('[folder]', 'the data folder', '.quorate/devnet')
    .option('--json', 'print one JSON object')
    .action(async (folder: string, options: DbOptions) => {
      const { checkDb } = await import('../commands/db.ts');
      outcome.code = await checkDb(folder, options, terminal);
    });
  db.command('export')
    .description('Export all data, keys included, to one file that only its owner can read.')
    .argument('<folder>', 'the data folder')
    .argument('<file>', 'the file to write')
    .option('--json', 'print one JSON object')
    .action(async (folder: string, file: string, options: DbOptions) => {
      const { exportDb } = await import('../commands/db.ts');
      outcome.code = await exportDb([folder, file], options, terminal);
    });
  db.command('import')
    .description('Create a data folder from an exported file.')
    .argument('<folder>', 'the data folder, which must not exist yet')
    .argument('<file>', 'a file written by `quorate db export`')
    .option('--json', 'print one JSON object')
    .action(async (folder: string, file: string, options: DbOptions) => {
      const { importDb } = await import('../commands/db.ts');
      outcome.code = await importDb([folder, file], options, terminal);
    });
}
