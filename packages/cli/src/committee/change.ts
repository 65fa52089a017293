import { setTimeout as delay } from 'node:timers/promises';
import { ClientError } from '@quorate/client';
import { NOT_CAUGHT_UP, nodeNameOf, quorumSize, withOperator } from '@quorate/core';
import {
  counted,
  factsOf,
  type TransactionEnvelope,
  type ValidatorConfig,
} from '@quorate/protocol';
import { CommandError } from '../command-error.ts';
import type { Admin } from './admin.ts';
import type { CommitteeGround } from './ground.ts';
import {
  addValidator,
  freshConfig,
  type KnownCommittees,
  readCommittees,
  readValidators,
} from './known-committees.ts';
import { booksOf, type Operator, openOperator } from './operator.ts';
import {
  authorised,
  confirm,
  earlierOf,
  type Proceedings,
  propose,
  sign,
  type Voting,
  vote,
} from './proceedings.ts';
import { challengeMembers, unreadyLine } from './readiness.ts';
import { submitChange } from './submit-change.ts';

/** A change that has been carried out. */
export interface Changed {
  readonly epoch: number;
  readonly members: readonly string[];
  /** From the first request until a quorum of the new committee signed. */
  readonly milliseconds: number;
}

/** Milliseconds between two checks of what others are doing. */
const PAUSE = 50;
/** Milliseconds that a step which only waits for machines may take. */
const PATIENCE = 120_000;
/** Milliseconds after which a waiting user is told what the command waits for. */
const QUIET = 3_000;
/** The same for a request that settles within one second unless something is wrong. */
const LATE = 10_000;

/**
 * Carries out one change of the committee of a devnet, acting for all its operators: the new
 * members request seats under fresh keys, votes are requested once all have caught up, a quorum
 * votes, confirms and signs, and it is over when a quorum of the new committee signs in the new
 * epoch.
 *
 * @throws CommandError, ClientError
 */
export async function changeCommittee(
  ground: CommitteeGround,
  members: readonly string[],
): Promise<Changed> {
  expectHere(ground);
  const began = performance.now();
  const configs = await askForSeats(ground, members);
  const known = await untilReady(ground, configs);
  const seated = await carryOut(ground, configs, known);
  const epoch = known.running.epoch + 1;
  await untilServing(ground, epoch, seated);
  if (`${seated}` !== `${members}`) {
    throw new CommandError(
      `a change that operators had voted on earlier came first: ${seated} are the members of epoch ${epoch}; try again`,
    );
  }
  return { epoch, members, milliseconds: Math.round(performance.now() - began) };
}

/**
 * Refuses to act for operators whose keys are not at hand, before a validator is hosted for the
 * change.
 */
function expectHere({ network }: CommitteeGround): void {
  if (network.seed !== undefined) return;
  throw new CommandError(
    'change: works for the devnet in this folder only; give neither --url nor QUORATE_URL',
  );
}

/**
 * Makes validators derive fresh keys, and their operators request seats, once all are up; makes the
 * devnet host those that are missing. If it fails, nothing that it began goes on.
 */
export async function askForSeats(
  ground: CommitteeGround,
  members: readonly string[],
): Promise<readonly ValidatorConfig[]> {
  const { admin } = ground;
  await haveAll(admin, members);
  await untilUp(ground, members);
  const open = new Set(members);
  const late = setTimeout(() => {
    const names = [...open].join(' ');
    ground.tell?.(`waiting, up to two minutes: no seat is requested yet for ${names}\n`);
  }, LATE);
  const asked = await Promise.allSettled(
    members.map(async (name) => {
      const operator = openOperator(ground, { operator: name });
      const fresh = await freshConfig(admin, name);
      const config = withOperator(fresh, operator.signer.address);
      await operator.wallet.transact([{ kind: 'JoinCommittee', config }]);
      open.delete(name);
      return config;
    }),
  );
  clearTimeout(late);
  return asked.map((each) => {
    if (each.status === 'rejected') throw each.reason;
    return each.value;
  });
}

/**
 * Makes all operators of a committee agree on the next one, and submits the change; gives the names
 * of the next members.
 */
export async function carryOut(
  ground: CommitteeGround,
  configs: readonly ValidatorConfig[],
  { running }: KnownCommittees,
): Promise<readonly string[]> {
  const { client, networkId } = ground.network;
  const voting = { networkId, committee: running };
  const operators = running.members.map(({ validator }) =>
    openOperator(ground, { operator: nodeNameOf(validator) }),
  );
  const envelope = authorised(voting, hold(operators, voting, configs));
  if (envelope === undefined) throw new CommandError('too few operators have signed the change');
  await submitChange(client, envelope, booksOf(ground));
  return membersOf(envelope);
}

function membersOf({ transaction }: TransactionEnvelope): readonly string[] {
  const [operation] = factsOf(transaction).transaction.operations;
  if (operation?.kind !== 'ChangeCommittee') return [];
  return operation.newCommittee.validators.map(nodeNameOf);
}

/**
 * Makes the devnet host validators with these names; the devnet names its validators itself, in
 * order.
 */
async function haveAll(admin: Admin, names: readonly string[]): Promise<void> {
  const there = new Set((await readValidators(admin)).map(({ name }) => name));
  const last = Math.max(...names.map((name) => Number(name.slice(1))));
  while (there.size < last) there.add((await addValidator(admin)).name);
}

/**
 * Waits until validators are up: a validator that restarts holds no key meanwhile, and answers
 * nobody.
 */
async function untilUp(ground: CommitteeGround, names: readonly string[]): Promise<void> {
  await until(ground, async () => {
    const validators = await readValidators(ground.admin);
    const down = validators.filter(
      ({ name, status }) => names.includes(name) && status !== 'active',
    );
    const reasons = down.map(({ name, status }) => `${name} is ${status}`);
    return reasons.length === 0 ? undefined : reasons.join('; ');
  });
}

/**
 * Waits until these members are ready; gives the committees as they are then. Another change may
 * come first, and members that know of it are never ready for the epoch that it has ended.
 */
async function untilReady(
  ground: CommitteeGround,
  configs: readonly ValidatorConfig[],
): Promise<KnownCommittees> {
  const { networkId } = ground.network;
  const validators = await readValidators(ground.admin);
  let known = await readCommittees(ground.admin);
  await until(ground, async () => {
    const { running } = known;
    const faults = await challengeMembers(configs, { networkId, running, validators });
    if (faults.size > 0) known = await readCommittees(ground.admin);
    return unreadyLine(configs, faults);
  }).catch((failure: unknown) => {
    throw isOfCatchingUp(failure) ? withPruningNamed(failure) : failure;
  });
  return known;
}

function isOfCatchingUp(failure: unknown): failure is ClientError {
  return failure instanceof ClientError && failure.message.includes(NOT_CAUGHT_UP);
}

// Whoever lacks a certificate that everybody has pruned waits in vain (rule C7), and knows only
// that something is missing.
function withPruningNamed({ code, message }: ClientError): ClientError {
  const hint =
    'a new member needs all that has ever settled: if the members have pruned some of it and none ' +
    'of them is an archive, nobody can join any more (docs/durability.md, "Pruning")';
  return new ClientError(code, `${message}; ${hint}`);
}

/** Proposes for the first of these operators, then votes, confirms and signs for all. */
function hold(
  operators: readonly Operator[],
  voting: Voting,
  configs: readonly ValidatorConfig[],
): Proceedings {
  const [proposer] = operators;
  if (proposer === undefined) throw new CommandError('a committee without members');
  const ballot = propose(proposer, configs, voting, earlierOf(operators, voting.committee));
  let held: Proceedings = { ballot, votes: [], confirmations: [], signatures: [] };
  held = { ...held, votes: operators.map((each) => vote(each, voting, ballot)) };
  held = { ...held, confirmations: operators.map((each) => confirm(each, voting, held)) };
  return { ...held, signatures: operators.map((each) => sign(each, voting, held)) };
}

async function untilServing(
  ground: CommitteeGround,
  epoch: number,
  members: readonly string[],
): Promise<void> {
  const needed = quorumSize(members.length);
  await until(ground, async () => {
    const validators = await readValidators(ground.admin);
    const serving = validators.filter(
      ({ name, seat, served }) => members.includes(name) && served >= epoch && seat !== 'merging',
    );
    return serving.length >= needed
      ? undefined
      : `${serving.length} of ${counted(members.length, 'member')} sign in epoch ${epoch}, it takes ${needed}`;
  });
}

/** Waits until nothing is in the way. @throws ClientError `TIMEOUT` naming what is */
async function until(
  { tell }: CommitteeGround,
  fault: () => Promise<string | undefined>,
): Promise<void> {
  const began = performance.now();
  let told: string | undefined;
  for (;;) {
    const text = await fault();
    if (text === undefined) return;
    const waited = performance.now() - began;
    if (waited > PATIENCE) throw new ClientError('TIMEOUT', `still after two minutes: ${text}`);
    if (waited > QUIET && text !== told) {
      tell?.(`waiting, up to two minutes: ${text}\n`);
      told = text;
    }
    await delay(PAUSE);
  }
}
