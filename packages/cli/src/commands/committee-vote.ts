import {
  candidacyFaults,
  candidatesOf,
  followedBy,
  type NextMembers,
  nextMembers,
  nodeNameOf,
} from '@quorate/core';
import {
  type Ballot,
  counted,
  formatAddress,
  type TransactionCertificate,
  transactionId,
  type ValidatorConfig,
} from '@quorate/protocol';
import { CommandError } from '../command-error.ts';
import { type CommitteeGround, type CommitteeOptions, groundOf } from '../committee/ground.ts';
import {
  type KnownCommittees,
  readCommittees,
  readValidators,
} from '../committee/known-committees.ts';
import {
  booksOf,
  type Operator,
  type OperatorOptions,
  openOperator,
} from '../committee/operator.ts';
import {
  authorised,
  confirm,
  type Earlier,
  earlierOf,
  type Proceedings,
  propose as proposeChange,
  sign as signChange,
  tally,
  type Voting,
  voted,
  vote as voteFor,
} from '../committee/proceedings.ts';
import { openProceedings, type ProceedingsFolder } from '../committee/proceedings-folder.ts';
import { challengeMembers, passedOverLine, unreadyLine } from '../committee/readiness.ts';
import { submitChange } from '../committee/submit-change.ts';
import type { Terminal } from '../output/terminal.ts';
import { state } from '../wallet/show.ts';

/** The options of the commands with which operators agree on a change. */
export interface VoteOptions extends CommitteeOptions, OperatorOptions {
  /** The folder that operators share. */
  readonly folder: string;
}

interface Session extends Voting {
  readonly ground: CommitteeGround;
  readonly known: KnownCommittees;
  readonly proceedings: ProceedingsFolder;
}

async function sessionOf(
  options: Pick<VoteOptions, 'folder'> & CommitteeOptions,
): Promise<Session> {
  const ground = await groundOf(options);
  const known = await readCommittees(ground.admin);
  const { networkId } = ground.network;
  const proceedings = openProceedings(options.folder);
  return { ground, known, networkId, committee: known.running, proceedings };
}

/** The options of `quorate committee propose`. */
export interface ProposeOptions extends VoteOptions {
  /** The number of members of the next committee; by default as many as now. */
  readonly size?: number;
}

/**
 * Puts the next committee to the vote: the first candidates of the queue of requests who are ready
 * (rule C3).
 */
export async function propose(options: ProposeOptions, terminal: Terminal): Promise<void> {
  const session = await sessionOf(options);
  const { proceedings, committee } = session;
  const operator = seatedOperator(session, options);
  const size = options.size ?? committee.members.length;
  const { members, passedOver } = await readyMembers(session, size);
  const ballot = proposeChange(operator, members, session, earlierIn(session, operator));
  proceedings.putBallot(ballot);
  // If an earlier proposal is taken over, its members were chosen then.
  if (ballot.backing === null && passedOver.length > 0) {
    terminal.complain(`passed over: ${passedOverLine(passedOver)}\n`);
  }
  const transaction = transactionId(ballot.transaction);
  const names = membersOf(ballot).map(nodeNameOf);
  const { folder } = options;
  state(
    terminal,
    {
      rows: [
        ['change', transaction],
        ['round', String(ballot.round)],
        ['members', names.join(' ')],
        ['folder', folder],
      ],
      data: { transactionId: transaction, round: ballot.round, members: names, folder },
    },
    options.json,
  );
}

/**
 * Opens the operator for whom a command acts. @throws CommandError if it has no say in the change
 */
function seatedOperator({ ground, committee }: Session, options: OperatorOptions): Operator {
  const operator = openOperator(ground, options);
  const { address } = operator.signer;
  if (committee.members.some((member) => member.operator === address)) return operator;
  throw new CommandError(
    `${formatAddress(address)} is not an operator of epoch ${committee.epoch}: only operators of the current committee decide on the next`,
  );
}

/** Reads what an operator knows of earlier rounds, and what an existing ballot shows of them. */
function earlierIn(session: Session, operator: Operator): Earlier {
  const { shown, leastRound } = earlierOf([operator], session.committee);
  const before = session.proceedings.find();
  if (before === undefined || !isOpen(session, before.ballot)) return { shown, leastRound };
  const { round, backing } = before.ballot;
  return {
    shown: [...shown, ...(backing === null ? [] : [backing]), voted(session, before)],
    leastRound: Math.max(leastRound, round + 1),
  };
}

/** Tells whether a ballot is about the committee that follows the current one. */
function isOpen({ committee }: Session, { transaction }: Ballot): boolean {
  return followedBy(transaction)?.epoch === committee.epoch + 1;
}

/**
 * Gives the first candidates of the queue that are ready. @throws CommandError if they are too few
 */
async function readyMembers(session: Session, size: number): Promise<NextMembers> {
  const { requests, all } = session.known;
  const candidates = candidatesOf(requests, all);
  if (candidates.length < size) {
    throw new CommandError(
      `${candidates.length} of the ${counted(size, 'candidate')} needed request a seat under a fresh key`,
    );
  }
  const faults = await challenge(session, candidates);
  const next = nextMembers(candidates, size, ({ address }) => faults.get(address));
  const { members, passedOver } = next;
  if (members.length === size) return next;
  const reasons = passedOverLine(passedOver);
  throw new CommandError(
    `${members.length} of the ${counted(size, 'candidate')} needed are ready for a seat: ${reasons}`,
  );
}

/** Asks all candidates at once, so that many who do not answer take no longer than one. */
async function challenge(
  { ground, networkId, committee }: Session,
  candidates: readonly ValidatorConfig[],
): ReturnType<typeof challengeMembers> {
  const validators = await readValidators(ground.admin);
  return challengeMembers(candidates, { networkId, running: committee, validators });
}

function membersOf({ transaction }: Ballot): readonly ValidatorConfig[] {
  return followedBy(transaction)?.members.map(({ validator }) => validator) ?? [];
}

/**
 * Votes for the proposal, once all its members have requested their seats and are ready (rule C3);
 * once a quorum has voted, confirms that.
 */
export async function vote(options: VoteOptions, terminal: Terminal): Promise<void> {
  await give(options, terminal, async (operator, session, held) => {
    const { proceedings } = session;
    const isVoted = voted(session, held).votes.some(
      ({ vote: { operator: by } }) => by === operator.signer.address,
    );
    if (!isVoted) await expectReady(session, held.ballot);
    proceedings.putVote(
      isVoted ? confirm(operator, session, held) : voteFor(operator, session, held.ballot),
    );
  });
}

async function expectReady(session: Session, ballot: Ballot): Promise<void> {
  // A quorum has found the members ready and voted, so no other proposal can be voted for in this
  // epoch.
  if (ballot.backing !== null) return;
  const members = membersOf(ballot);
  const { requests, all } = session.known;
  const fault =
    unreadyLine(members, candidacyFaults(members, requests, all)) ??
    unreadyLine(members, await challenge(session, members));
  if (fault !== undefined) throw new CommandError(`the proposal cannot be voted for yet: ${fault}`);
}

/** Signs the change that a quorum has confirmed, for the committee account. */
export async function sign(options: VoteOptions, terminal: Terminal): Promise<void> {
  await give(options, terminal, (operator, session, held) => {
    session.proceedings.putSignature(signChange(operator, session, held));
  });
}

async function give(
  options: VoteOptions,
  terminal: Terminal,
  word: (operator: Operator, session: Session, held: Proceedings) => Promise<void> | void,
): Promise<void> {
  const session = await sessionOf(options);
  const operator = seatedOperator(session, options);
  const held = session.proceedings.read();
  if (!isOpen(session, held.ballot)) throw overError(session);
  await word(operator, session, held);
  const counts = tally(session, session.proceedings.read());
  const operators = session.committee.members.length;
  const address = formatAddress(operator.signer.address);
  state(
    terminal,
    {
      rows: [
        ['operator', address],
        ...Object.entries(counts).map(
          ([name, count]) => [name, `${count} of ${counted(operators, 'operator')}`] as const,
        ),
      ],
      data: { operator: address, operators, ...counts },
    },
    options.json,
  );
}

function overError({ committee, proceedings }: Session): CommandError {
  const { path } = proceedings;
  return new CommandError(
    `${path} is for an epoch that has ended; the current one is ${committee.epoch}: propose again`,
  );
}

/**
 * Submits the change that a quorum of operators has signed; a change that has settled is reported
 * again.
 */
export async function submit(
  options: Pick<VoteOptions, 'folder'> & CommitteeOptions,
  terminal: Terminal,
): Promise<void> {
  const session = await sessionOf(options);
  const held = session.proceedings.read();
  const { envelope, signatures } = await certified(session, held);
  const transaction = transactionId(envelope.transaction);
  state(
    terminal,
    {
      rows: [
        ['change', transaction],
        ['signers', counted(signatures.length, 'validator')],
      ],
      data: {
        transactionId: transaction,
        signers: signatures.map(([name]) => formatAddress(name)),
      },
    },
    options.json,
  );
}

async function certified(session: Session, held: Proceedings): Promise<TransactionCertificate> {
  const { client } = session.ground.network;
  if (isOpen(session, held.ballot)) {
    const envelope = authorised(session, held);
    if (envelope === undefined) throw new CommandError('too few operators have signed the change');
    // The next proposal takes over what the ballot shows to be backed.
    const records = `${booksOf(session.ground)}, books beside key files and ${session.proceedings.path}`;
    return submitChange(client, envelope, records);
  }
  // Anybody may submit the change, so another may have been first.
  const epoch = followedBy(held.ballot.transaction)?.epoch ?? 0;
  const settled = await client.committeeChange(epoch);
  const isIt =
    settled !== undefined &&
    transactionId(settled.envelope.transaction) === transactionId(held.ballot.transaction);
  if (!isIt) throw overError(session);
  return settled;
}
