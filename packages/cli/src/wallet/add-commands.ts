import { type Command, InvalidArgumentError } from 'commander';
import type {
  CommonOptions,
  DripOptions,
  NewAccountOptions,
  SendOptions,
} from '../commands/wallet.ts';
import type { CreateTokenOptions } from '../commands/wallet-token.ts';
import type { ExitCode } from '../exit-code.ts';
import type { Terminal } from '../output/terminal.ts';
import { carrier } from './carry-out.ts';
import { keyFileOption, networkIdOption, tokenOption, urlOption } from './network-options.ts';

type Commands = typeof import('../commands/wallet.ts') &
  typeof import('../commands/wallet-token.ts');

/** Adds the commands that use a network: account, send, faucet, tx, token. */
export function addWalletCommands(
  program: Command,
  terminal: Terminal,
  outcome: { code: ExitCode },
): void {
  const carry = carrier(terminal, outcome, '--access-token');
  const carryOut: CarryOut = (act) =>
    carry(async () =>
      act({
        ...(await import('../commands/wallet.ts')),
        ...(await import('../commands/wallet-token.ts')),
      }),
    );
  addAccount(program, terminal, carryOut);
  withSender(
    program
      .command('send')
      .description('Send tokens and wait until the transfer has settled.')
      .argument('<to>', 'the name of a devnet account, or an address')
      .argument('<amount>', 'whole tokens, such as 1.5'),
  )
    .option('--token <id>', 'the token; FAST by default')
    .action((to: string, amount: string, options: SendOptions) =>
      carryOut(({ sendTokens }) => sendTokens([to, amount], options, terminal)),
    );
  withNetwork(
    program
      .command('faucet')
      .description('Ask the faucet for tokens.')
      .argument('<to>', 'the name of a devnet account, or an address')
      .argument('<amount>', 'whole tokens, such as 100'),
  )
    .option('--token <id>', 'the token; FAST by default')
    .addOption(tokenOption('--access-token'))
    .action((to: string, amount: string, options: DripOptions) =>
      carryOut(({ drip }) => drip([to, amount], options, terminal)),
    );
  withNetwork(
    program
      .command('tx')
      .description('Show a transaction that has settled.')
      .argument('<id>', '64 hex digits'),
  )
    .addOption(tokenOption('--access-token'))
    .action((id: string, options: CommonOptions) =>
      carryOut(({ showTransaction }) => showTransaction(id, options, terminal)),
    );
  addToken(program, terminal, carryOut);
}

type CarryOut = (act: (commands: Commands) => void | Promise<void>) => Promise<void>;

function addAccount(program: Command, terminal: Terminal, carryOut: CarryOut): void {
  const account = program.command('account').description('Work with accounts.');
  account
    .command('new')
    .description('Create a key.')
    .option('--key-file <file>', 'where to write it, readable by its owner alone')
    .option('--show-secret', 'print the secret key')
    .option('--json', 'print one JSON object')
    .action((options: NewAccountOptions) =>
      carryOut(({ newAccount }) => newAccount(options, terminal)),
    );
  withNetwork(
    account
      .command('show')
      .description('Show what an account holds.')
      .argument('<who>', 'the name of a devnet account, or an address'),
  ).action((who: string, options: SendOptions) =>
    carryOut(({ showAccount }) => showAccount(who, options, terminal)),
  );
  withNetwork(
    account.command('list').description('List the accounts of the devnet in this folder.'),
  ).action((options: SendOptions) =>
    carryOut(({ listAccounts }) => listAccounts(options, terminal)),
  );
}

function addToken(program: Command, terminal: Terminal, carryOut: CarryOut): void {
  const token = program.command('token').description('Work with tokens.');
  withSender(
    token
      .command('create')
      .description('Create a token; its creator may mint more.')
      .argument('<name>', 'the name of the token'),
  )
    .option('--decimals <count>', 'digits after the point, 0 to 255', parseDecimals, 18)
    .option(
      '--amount <amount>',
      'initial supply in whole tokens, held by the creator; none by default',
    )
    .action((name: string, options: CreateTokenOptions) =>
      carryOut(({ createToken }) => createToken(name, options, terminal)),
    );
  withSender(
    token
      .command('mint')
      .description('Mint more of a token.')
      .argument('<id>', '64 hex digits')
      .argument('<to>', 'the name of a devnet account, or an address')
      .argument('<amount>', 'whole tokens'),
  ).action((id: string, to: string, amount: string, options: SendOptions) =>
    carryOut(({ mintToken }) => mintToken([id, to, amount], options, terminal)),
  );
  withNetwork(
    token.command('show').description('Show a token.').argument('<id>', '64 hex digits, or FAST'),
  ).action((id: string, options: SendOptions) =>
    carryOut(({ showToken }) => showToken(id, options, terminal)),
  );
}

function withNetwork(command: Command): Command {
  return command.addOption(urlOption()).option('--json', 'print one JSON object');
}

function withSender(command: Command): Command {
  return withNetwork(command)
    .addOption(networkIdOption('the network id to sign for'))
    .option('--from <name>', 'the devnet account that sends')
    .addOption(keyFileOption('the key of the account that sends').conflicts('from'));
}

function parseDecimals(text: string): number {
  if (/^\d{1,3}$/.test(text) && Number(text) <= 255) return Number(text);
  throw new InvalidArgumentError('Expected a whole number from 0 to 255.');
}
