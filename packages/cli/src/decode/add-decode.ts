import type { Command } from 'commander';
import type { ExitCode } from '../exit-code.ts';
import type { Terminal } from '../output/terminal.ts';
import { carrier } from '../wallet/carry-out.ts';
import type { DecodeOptions } from './decode.ts';

/** Adds the command that shows a value in all its forms. */
export function addDecode(program: Command, terminal: Terminal, outcome: { code: ExitCode }): void {
  const carryOut = carrier(terminal, outcome, '--token');
  program
    .command('decode')
    .description('Show an address or a transaction in all its forms, and check its signatures.')
    .argument('<value>', 'an address; or a transaction in BCS or JSON; - is standard input')
    .option('--json', 'print one JSON object')
    .action((value: string, options: DecodeOptions) =>
      carryOut(async () => {
        const { decode } = await import('./decode.ts');
        decode(value, options, terminal);
      }),
    );
}
