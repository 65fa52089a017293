import { readFileSync } from 'node:fs';
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import type { RunOptions } from './commands/run.ts';
import type { ExitCode } from './exit-code.ts';
import { exitCodes } from './exit-code.ts';
import type { Terminal } from './terminal.ts';
import { processTerminal } from './terminal.ts';

/**
 * Run one command line, without the name of the program, and return what the process exits with.
 *
 * Commands are imported when they are called, so that each pays only for itself.
 */
export async function main(
  args: readonly string[],
  terminal: Terminal = processTerminal(),
): Promise<ExitCode> {
  const outcome: { code: ExitCode } = { code: exitCodes.passed };
  try {
    await createProgram(terminal, outcome).parseAsync(args, { from: 'user' });
    return outcome.code;
  } catch (error) {
    // Commander has printed its own complaint by now; asking for help is no mistake.
    if (error instanceof CommanderError) {
      return error.exitCode === 0 ? exitCodes.passed : exitCodes.usage;
    }
    terminal.complain(`internal error: ${error instanceof Error ? error.stack : String(error)}\n`);
    return exitCodes.internal;
  }
}

function createProgram(terminal: Terminal, outcome: { code: ExitCode }): Command {
  const program = new Command('quorate')
    .description('Test bench for quorum-certificate ledgers.')
    .version(ownVersion(), '-V, --version', 'print the version')
    .exitOverride()
    .configureOutput({ writeOut: terminal.print, writeErr: terminal.complain })
    .showHelpAfterError('(quorate --help shows how)');
  addRun(program, terminal, outcome);
  addScenario(program, terminal);
  return program;
}

function addRun(program: Command, terminal: Terminal, outcome: { code: ExitCode }): void {
  program
    .command('run')
    .description('Run scenarios and report what happened.')
    .argument('<file-or-folder...>', 'scenario files; of a folder, every *.yaml below it')
    .option('--seed <seed>', 'run with this seed instead of the one in the file', parseSeed)
    .option('--json', 'print one JSON object instead of the report')
    .option('--verbose', 'print the full report of every scenario, also of many')
    .option('--check-determinism', 'run everything twice and compare')
    .addOption(
      new Option('--crypto <backend>', 'Ed25519 backend; the fastest there is by default').choices([
        'sodium',
        'noble',
      ]),
    )
    .action(async (paths: string[], options: RunOptions) => {
      const { run } = await import('./commands/run.ts');
      outcome.code = run(paths, options, terminal);
    });
}

function addScenario(program: Command, terminal: Terminal): void {
  program
    .command('scenario')
    .description('Work with scenario files.')
    .command('schema')
    .description('Print the JSON Schema of scenario files, for editors.')
    .action(async () => {
      const { printSchema } = await import('./commands/scenario-schema.ts');
      printSchema(terminal);
    });
}

function ownVersion(): string {
  const manifest: unknown = JSON.parse(
    readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
  );
  return (manifest as { readonly version: string }).version;
}

const SEED_LIMIT = 2n ** 64n;

function parseSeed(text: string): bigint {
  const isNumber = /^(0x[0-9a-fA-F]+|[0-9]+)$/.test(text);
  const seed = isNumber ? BigInt(text) : SEED_LIMIT;
  if (seed >= SEED_LIMIT) {
    throw new InvalidArgumentError('Expected a number such as 7 or 0x5eed, below 2^64.');
  }
  return seed;
}
