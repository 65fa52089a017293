import type { Command } from 'commander';
import type { FollowOptions } from '../commands/committee.ts';
import type { ProposeOptions, VoteOptions } from '../commands/committee-vote.ts';
import type { ExitCode } from '../exit-code.ts';
import { parsePositive } from '../options/option-values.ts';
import type { Terminal } from '../output/terminal.ts';
import { type CarryOut, carrier } from '../wallet/carry-out.ts';
import { keyFileOption, tokenOption, urlOption } from '../wallet/network-options.ts';
import type { CommitteeOptions } from './ground.ts';
import type { OperatorOptions } from './operator.ts';
import type { ChangePlan } from './plans.ts';

/** Adds the commands that show and change the committee. */
export function addCommittee(
  program: Command,
  terminal: Terminal,
  outcome: { code: ExitCode },
): void {
  const committee = program
    .command('committee')
    .description(
      'Show and change the committee: for operators, and for the devnet in this folder.',
    );
  const carryOut = carrier(terminal, outcome, '--token');
  const own = () => import('../commands/committee.ts');
  withNetwork(
    committee
      .command('status')
      .description('Show the committee, the status of its members and who has requested a seat.'),
  ).action((options: CommitteeOptions) =>
    carryOut(async () => (await own()).showCommittee(options, terminal)),
  );
  withOperator(
    committee
      .command('join')
      .description('Have a validator derive a fresh key and request a seat for it.')
      .argument('<validator>', 'its name'),
  ).action((validator: string, options: CommitteeOptions & OperatorOptions) =>
    carryOut(async () => (await own()).join(validator, options, terminal)),
  );
  withOperator(
    committee.command('leave').description('Ask to be left out of later committees.'),
  ).action((options: CommitteeOptions & OperatorOptions) =>
    carryOut(async () => (await own()).leave(options, terminal)),
  );
  withNetwork(
    committee
      .command('follow')
      .description('Follow the committee changes from one epoch on and verify each.'),
  )
    .option('--from <file>', 'the committee to start from; that of epoch 0 by default')
    .option('--until <epoch>', 'wait until this epoch has begun', parsePositive)
    .action((options: FollowOptions) =>
      carryOut(async () => (await own()).follow(options, terminal)),
    );
  withNetwork(
    committee
      .command('change')
      .description('Change the committee of the devnet in this folder, acting for all operators.'),
  )
    .option(
      '--members <name...>',
      'the next committee; new members are hosted in order, v5 after v4',
    )
    .option(
      '--grow-to <count>',
      'add members until there are this many, at most 100',
      parsePositive,
    )
    .option('--shrink-to <count>', 'keep only the first members, this many', parsePositive)
    .option('--replace-all', 'replace one member after the other, until none is left')
    .action((options: ChangePlan & CommitteeOptions) =>
      carryOut(async () => (await own()).change(options, options, terminal)),
    );
  addVoting(committee, terminal, carryOut);
}

function addVoting(committee: Command, terminal: Terminal, carryOut: CarryOut): void {
  const voting = () => import('../commands/committee-vote.ts');
  withFolder(
    withOperator(
      committee
        .command('propose')
        .description('Propose the next committee from the queue of requests.'),
    ),
  )
    .option(
      '--size <count>',
      'the size of the next committee; the current size by default',
      parsePositive,
    )
    .action((options: ProposeOptions) =>
      carryOut(async () => (await voting()).propose(options, terminal)),
    );
  withFolder(
    withOperator(
      committee
        .command('vote')
        .description('Vote for the proposal; once a quorum has voted, confirm it.'),
    ),
  ).action((options: VoteOptions) =>
    carryOut(async () => (await voting()).vote(options, terminal)),
  );
  withFolder(
    withOperator(
      committee.command('sign').description('Sign the change that a quorum has confirmed.'),
    ),
  ).action((options: VoteOptions) =>
    carryOut(async () => (await voting()).sign(options, terminal)),
  );
  withFolder(
    withNetwork(
      committee.command('submit').description('Submit the change that a quorum has signed.'),
    ),
  ).action((options: VoteOptions) =>
    carryOut(async () => (await voting()).submit(options, terminal)),
  );
}

function withNetwork(command: Command): Command {
  return command
    .addOption(urlOption('the REST URL of a Quorate devnet, with its admin interface'))
    .addOption(tokenOption('--token'))
    .option('--json', 'print JSON');
}

function withOperator(command: Command): Command {
  return withNetwork(command)
    .option('--operator <validator>', 'act as the operator of this devnet validator')
    .addOption(keyFileOption('act as the operator with this key').conflicts('operator'));
}

function withFolder(command: Command): Command {
  return command.option(
    '--folder <folder>',
    'the folder that operators share: the ballot and their votes',
    '.quorate/change',
  );
}
