import { Command, CommanderError, Option } from 'commander';
import { USUAL_ROOT } from './artefacts/root.ts';
import { OptionError } from './command-error.ts';
import type { CampaignOptions } from './commands/campaign.ts';
import type { DevnetCommandOptions } from './commands/devnet.ts';
import type { ReplayOptions } from './commands/replay.ts';
import type { RunOptions } from './commands/run.ts';
import type { ExpandOptions } from './commands/scenario-expand.ts';
import type { FormatOptions } from './commands/scenario-fmt.ts';
import type { FreezeOptions } from './commands/scenario-freeze.ts';
import type { ShrinkCommandOptions } from './commands/shrink.ts';
import { addCommittee } from './committee/add-committee.ts';
import { optimiseLate } from './compiler.ts';
import { addDb } from './db/add-db.ts';
import { addDecode } from './decode/add-decode.ts';
import { addCheck } from './devnet/add-check.ts';
import { addEvents } from './devnet/add-events.ts';
import { addFaults } from './devnet/add-faults.ts';
import { addSnapshots } from './devnet/add-snapshots.ts';
import type { ExitCode } from './exit-code.ts';
import { exitCodes } from './exit-code.ts';
import { addExplore } from './explore/add-explore.ts';
import { addFuzz } from './fuzz/add-fuzz.ts';
import { cryptoOption, ed25519Option, outputOption, seedOption } from './options/common-options.ts';
import {
  parseCount,
  parseJobs,
  parsePort,
  parsePositive,
  parseSeed,
  parseSeeds,
  parseWorkers,
} from './options/option-values.ts';
import { readHelp } from './options/read-help.ts';
import { settingOption } from './options/setting.ts';
import type { Terminal } from './output/terminal.ts';
import { processTerminal } from './output/terminal.ts';
import { addRecord } from './record/add-record.ts';
import { ownVersion } from './version.ts';
import { addWalletCommands } from './wallet/add-commands.ts';
import { networkIdOption } from './wallet/network-options.ts';

/**
 * Runs one command line, without the name of the program, and gives the exit code.
 *
 * Commands are imported when they are called, so that each costs only its own loading.
 */
export async function main(
  args: readonly string[],
  terminal: Terminal = processTerminal(),
): Promise<ExitCode> {
  optimiseLate();
  const outcome: { code: ExitCode } = { code: exitCodes.passed };
  try {
    const program = createProgram(terminal, outcome);
    await carryOut(program, readHelp(args, program));
    return outcome.code;
  } catch (error) {
    // Commander has already printed its own complaint; asking for help is no mistake.
    if (error instanceof CommanderError) {
      return error.exitCode === 0 ? exitCodes.passed : exitCodes.usage;
    }
    if (isOfTheMachine(error)) {
      terminal.complain(`${terminal.colors.red('error')} ${error.message}\n`);
      return exitCodes.environment;
    }
    terminal.complain(`internal error: ${error instanceof Error ? error.stack : String(error)}\n`);
    return exitCodes.internal;
  }
}

/** Carries out a command line; a command is refused as commander refuses its options. */
async function carryOut(program: Command, args: readonly string[]): Promise<void> {
  let acting = program;
  program.hook('preAction', (_, command) => {
    acting = command;
  });
  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (failure) {
    if (failure instanceof OptionError) acting.error(`error: ${failure.message}`);
    throw failure;
  }
}

/** Tells a lost process or thread from a bug of quorate. */
function isOfTheMachine(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && LOSSES.includes(error.code);
}

const LOSSES: readonly unknown[] = ['JobLost', 'ThreadLost'];

function createProgram(terminal: Terminal, outcome: { code: ExitCode }): Command {
  const program = new Command('quorate')
    .description('Test bench for quorum-certificate ledgers.')
    .version(ownVersion(), '-V, --version', 'print the version')
    .exitOverride()
    .configureOutput({
      writeOut: terminal.print,
      writeErr: terminal.complain,
      // As every other complaint begins.
      outputError: (text, write) => write(text.replace(/^error:/, terminal.colors.red('error'))),
    });
  addRun(program, terminal, outcome);
  addFuzz(program, terminal, outcome);
  addExplore(program, terminal, outcome);
  addReplay(program, terminal, outcome);
  addShrink(program, terminal, outcome);
  addScenario(program, terminal, outcome);
  addExplain(program, terminal);
  addDevnet(program, terminal, outcome);
  addDb(program, terminal, outcome);
  addWalletCommands(program, terminal, outcome);
  addDecode(program, terminal, outcome);
  addCommittee(program, terminal, outcome);
  pointToHelp(program, program.name());
  return program;
}

function commandsOf(command: Command): string {
  return command.commands.map((each) => each.name()).join(', ');
}

/** The arguments of commands on scenarios. */
const SCENARIOS = 'scenario files, or folders with *.yaml and *.yml below; - is standard input';
const SCENARIO = 'a scenario file; - is standard input';
const AGAINST =
  'say where the run parts from another: a folder or file, or without one the nearest that ends otherwise';
const FAILURE = 'artefacts of a failure, or a scenario file; - is standard input';

// Each command has options of its own.
function pointToHelp(command: Command, name: string): void {
  command.showHelpAfterError(`(${name} --help shows how)`);
  for (const each of command.commands) pointToHelp(each, `${name} ${each.name()}`);
}

function addRun(program: Command, terminal: Terminal, outcome: { code: ExitCode }): void {
  program
    .command('run')
    .description('Run scenarios and report what happened.')
    .argument('<file-or-folder...>', SCENARIOS)
    .option('--seed <seed>', 'run with this seed instead of the one in the file', parseSeed)
    .addOption(
      new Option('--seeds <first..last>', 'run with each of these seeds and add up the results')
        .argParser(parseSeeds)
        .conflicts(['seed', 'verbose']),
    )
    .option(
      '--jobs <count>',
      'how many processes share the seeds; one per core by default',
      parseJobs,
    )
    .addOption(settingOption())
    .option('--json', 'print one JSON object instead of the report')
    .option('--verbose', 'print the full report of each scenario, even of many')
    .option('--check-determinism', 'run everything twice and compare')
    .addOption(cryptoOption())
    .addOption(ed25519Option())
    .option('--workers <count>', 'threads that share the validators of each run', parseWorkers)
    .option('--artefacts <folder>', `where to keep failures; ${USUAL_ROOT} by default`)
    .option('--junit <file>', 'also write a JUnit report')
    .option('--events <file>', 'also write what happened, one JSON object per line')
    .addOption(
      new Option('--html <file>', 'also write the run as a page; for one scenario').conflicts(
        'seeds',
      ),
    )
    .action(async (paths: string[], options: RunOptions & Partial<CampaignOptions>, command) => {
      const { seeds, jobs } = options;
      const given = { usualArtefacts: USUAL_ROOT, ...options };
      if (seeds === undefined) {
        if (jobs !== undefined)
          command.error("error: '--jobs' has nothing to share without '--seeds'");
        const { run } = await import('./commands/run.ts');
        outcome.code = run(paths, given, terminal);
      } else {
        const { campaign } = await import('./commands/campaign.ts');
        outcome.code = await campaign(paths, { ...given, seeds }, terminal);
      }
    });
}

function addReplay(program: Command, terminal: Terminal, outcome: { code: ExitCode }): void {
  program
    .command('replay')
    .description('Replay a recorded failure or a scenario and show what happened.')
    .argument('<folder-or-file>', FAILURE)
    .option('--seed <seed>', 'run with this seed instead of the recorded one', parseSeed)
    .option('--until <event-or-time>', 'stop after this many events, or at a time such as 1.5s')
    .option('--step', 'show one event after another; on a terminal, wait for Enter after each')
    .option('--diagram', 'print what happened as a Mermaid sequence diagram')
    .option('--html <file>', 'also write the run as a page to explore in a browser')
    .option('--full-crypto', 'verify every signature, however often it is seen')
    .option('--blame', 'show from which event on the failure was likely')
    .option(
      '--invariant <name>',
      'with --blame, which of the broken invariants; the first by default',
    )
    .option(
      '--branches <count>',
      'with --blame, how many runs from each point; 20 by default',
      parsePositive,
    )
    .option('--against [other]', AGAINST)
    .option('--against-seed <seed>', 'compare with a run of this seed', parseSeed)
    .option('--save <file>', 'with --against alone, write the run that is found as a scenario')
    .option('--json', 'with --blame or --against, print one JSON object')
    .action(async (path: string, options: ReplayOptions) => {
      const { replay } = await import('./commands/replay.ts');
      outcome.code = await replay(path, options, terminal);
    });
}

function addShrink(program: Command, terminal: Terminal, outcome: { code: ExitCode }): void {
  program
    .command('shrink')
    .description('Shrink a recorded failure or a failing scenario to a minimal one.')
    .argument('<folder-or-file>', FAILURE)
    .addOption(seedOption())
    .option('--attempts <count>', 'how many smaller scenarios to try', parsePositive, 1_000)
    .addOption(outputOption())
    .action(async (path: string, options: ShrinkCommandOptions) => {
      const { shrink } = await import('./commands/shrink.ts');
      outcome.code = await shrink(path, options, terminal);
    });
}

function addScenario(program: Command, terminal: Terminal, outcome: { code: ExitCode }): void {
  const scenario = program.command('scenario').description('Work with scenario files.');
  scenario
    .command('fmt')
    .description('Rewrite scenario files in canonical form; comments are kept.')
    .argument('<file-or-folder...>', SCENARIOS)
    .option('--check', 'change nothing; exit with 1 if a file would change')
    .action(async (paths: string[], options: FormatOptions) => {
      const { formatFiles } = await import('./commands/scenario-fmt.ts');
      outcome.code = formatFiles(paths, options, terminal);
    });
  scenario
    .command('lint')
    .description('Report mistakes and likely oversights in scenario files.')
    .argument('<file-or-folder...>', SCENARIOS)
    .action(async (paths: string[]) => {
      const { lintFiles } = await import('./commands/scenario-lint.ts');
      outcome.code = lintFiles(paths, terminal);
    });
  scenario
    .command('expand')
    .description('Print a scenario with all that its seed draws and all defaults written out.')
    .argument('<file>', SCENARIO)
    .addOption(seedOption())
    .addOption(settingOption())
    .action(async (file: string, options: ExpandOptions) => {
      const { expand } = await import('./commands/scenario-expand.ts');
      outcome.code = expand(file, options, terminal);
    });
  scenario
    .command('freeze')
    .description('Expand a scenario, run it and record its trace hash, for replays.')
    .argument('<file>', SCENARIO)
    .addOption(seedOption())
    .addOption(settingOption())
    .addOption(outputOption())
    .action(async (file: string, options: FreezeOptions) => {
      const { freeze } = await import('./commands/scenario-freeze.ts');
      outcome.code = freeze(file, options, terminal);
    });
  scenario
    .command('schema')
    .description('Print the JSON Schema of scenario files, for editors.')
    .action(async () => {
      const { printSchema } = await import('./commands/scenario-schema.ts');
      printSchema(terminal);
    });
}

function addExplain(program: Command, terminal: Terminal): void {
  program
    .command('explain')
    .description('Say what a name in a report or in a scenario means.')
    .argument(
      '[name]',
      'an invariant, situation, step, fault, act or error; all of them by default',
    )
    .action(async (name: string | undefined) => {
      const { explain } = await import('./commands/explain.ts');
      explain(name, terminal);
    });
}

function addDevnet(program: Command, terminal: Terminal, outcome: { code: ExitCode }): void {
  const devnet = program.command('devnet');
  addCheck(devnet, terminal, outcome);
  addRecord(devnet, terminal, outcome);
  addEvents(devnet, terminal, outcome);
  addFaults(devnet, terminal, outcome);
  addSnapshots(devnet, terminal, outcome);
  devnet
    .description('Run a local network of validators and a proxy over HTTP.')
    .option('-n, --validators <count>', 'how many validators; 4 by default', parseCount)
    .option('--seed <text>', 'the seed of all keys; 1 by default')
    .option('--accounts <count>', 'how many funded accounts; 10 by default', parseCount)
    .option(
      '--balance <tokens>',
      'balance of each account in whole tokens; 1000000 by default',
      parseCount,
    )
    .addOption(networkIdOption('the network id it presents; fast:localnet by default'))
    .option('--host <address>', 'the address to listen on; 127.0.0.1 by default')
    .option('--allow-host <name...>', 'further host names that callers may use')
    .option(
      '--port <port>',
      'the first port, 7400 by default; 0 takes any that are free',
      parsePort,
    )
    .addOption(
      new Option('--token <text>', 'bearer token that faucet, payments and admin require').env(
        'QUORATE_TOKEN',
      ),
    )
    .option('--data-dir <folder>', 'where data is kept', '.quorate/devnet')
    .addOption(new Option('--ephemeral', 'keep no data when it stops').conflicts('dataDir'))
    .addOption(
      new Option(
        '--transport <kind>',
        'how the proxy reaches validators; memory by default',
      ).choices(['memory', 'http']),
    )
    .option('--processes', 'run each validator in its own process, over HTTP')
    .option(
      '--prune-older-than <time>',
      'prune certificates older than this, such as 1h; none by default',
    )
    .option(
      '--prune-keep <count>',
      "how many of each sender's newest to keep anyway; 1 by default",
      parsePositive,
    )
    .option('--archive <node...>', 'nodes that prune nothing, such as v4')
    .option(
      '--faucet-cooldown <seconds>',
      'least time between two drips of a token to one account; none by default',
      parseCount,
    )
    .option('--faults <file>', 'faults in effect from the start: a list in YAML, as in scenarios')
    .option('--chaos <name>', 'such a list by its name, such as lossy; list shows them')
    .option('--json', 'print one JSON object instead of the banner')
    .option('--ready-file <file>', 'write that object to a file once the devnet answers')
    .option('--ci', 'same as --json, for pipelines')
    .addOption(
      new Option('--log-level <level>', 'how much to log on standard error')
        .choices(['debug', 'info', 'warn', 'error', 'silent'])
        .default('warn'),
    )
    .allowExcessArguments()
    .action(async (options: DevnetCommandOptions, { args: [name] }: Command) => {
      if (name !== undefined)
        devnet.error(`error: unknown command '${name}'; expected one of ${commandsOf(devnet)}`);
      const { devnet: start } = await import('./commands/devnet.ts');
      outcome.code = await start(options, terminal);
    });
}
