import { candidatesOf, followedBy, type NextMembers, nextMembers, nodeNameOf } from '@quorate/core';
import { type Ballot, formatAddress, transactionId, type ValidatorConfig } from '@quorate/protocol';
import {
  type CommitteeGround,
  type CommitteeOptions,
  groundOf,
  operatorIn,
} from '../committee/ground.ts';
import {
  type KnownCommittees,
  readCommittees,
  readValidators,
} from '../committee/known-committees.ts';
import type { Operator, OperatorOptions } from '../committee/operator.ts';
import {
  authorised,
  confirm,
  earlierOf,
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
import type { Terminal } from '../terminal.ts';
import { CommandError } from '../wallet/command-error.ts';
import { show } from '../wallet/show.ts';

/** Hold what the commands take that operators agree on a change with. */
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
  const ground = groundOf(options);
  const known = await readCommittees(ground.admin);
  const { networkId } = ground.network;
  const proceedings = openProceedings(options.folder);
  return { ground, known, networkId, committee: known.running, proceedings };
}

/** Hold the options of `quorate committee propose`. */
export interface ProposeOptions extends VoteOptions {
  /** How many are to sit; as many as do now by default. */
  readonly size?: number;
}

/**
 * Put the next committee to the vote that the queue of requests comes to: the first who are ready
 * (rule C3).
 */
export async function propose(options: ProposeOptions, terminal: Terminal): Promise<void> {
  const session = await sessionOf(options);
  const { ground, proceedings, committee } = session;
  const operator = await operatorIn(ground, options);
  const size = options.size ?? committee.members.length;
  const { members, passedOver } = await readyMembers(session, size);
  const before = proceedings.find();
  const own = earlierOf([operator], committee);
  const shown = before === undefined ? own.shown : [...own.shown, voted(session, before)];
  const leastRound = Math.max(own.leastRound, (before?.ballot.round ?? 0) + 1);
  const ballot = proposeChange(operator, members, session, { shown, leastRound });
  proceedings.putBallot(ballot);
  // Where an earlier proposal is taken over, its members were chosen then.
  if (ballot.backing === null && passedOver.length > 0) {
    terminal.complain(`passed over: ${passedOverLine(passedOver)}\n`);
  }
  show(
    terminal,
    {
      change: transactionId(ballot.transaction),
      round: String(ballot.round),
      members: membersOf(ballot).map(nodeNameOf).join(' '),
      folder: options.folder,
    },
    options.json,
  );
}

/** Gives the first of the queue that are ready. @throws CommandError where they are too few */
async function readyMembers(session: Session, size: number): Promise<NextMembers> {
  const { requests, all } = session.known;
  const candidates = candidatesOf(requests, all);
  if (candidates.length < size) {
    throw new CommandError(`${candidates.length} ask for a seat under a fresh key, not ${size}`);
  }
  const faults = await challenge(session, candidates);
  const next = nextMembers(candidates, size, ({ address }) => faults.get(address));
  const { members, passedOver } = next;
  if (members.length === size) return next;
  const reasons = passedOverLine(passedOver);
  throw new CommandError(`${members.length} are ready for a seat, not ${size}: ${reasons}`);
}

/** Asks all at once, so that many who do not answer take no longer than one. */
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
 * Vote for what is proposed, once all who would sit are ready (rule C3); once a quorum has, confirm
 * that.
 */
export async function vote(options: VoteOptions, terminal: Terminal): Promise<void> {
  await give(options, terminal, async (operator, session) => {
    const { proceedings } = session;
    const held = proceedings.read();
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
  // A quorum has found them ready and voted, so nothing else can be voted for in this epoch.
  if (ballot.backing !== null) return;
  const members = membersOf(ballot);
  const fault = unreadyLine(members, await challenge(session, members));
  if (fault !== undefined) throw new CommandError(`not to be voted for yet: ${fault}`);
}

/** Sign the change that a quorum has confirmed, for the committee account. */
export async function sign(options: VoteOptions, terminal: Terminal): Promise<void> {
  await give(options, terminal, (operator, session) => {
    const { proceedings } = session;
    proceedings.putSignature(signChange(operator, session, proceedings.read()));
  });
}

async function give(
  options: VoteOptions,
  terminal: Terminal,
  word: (operator: Operator, session: Session) => Promise<void> | void,
): Promise<void> {
  const session = await sessionOf(options);
  const operator = await operatorIn(session.ground, options);
  await word(operator, session);
  const { votes, confirmations, signatures } = tally(session, session.proceedings.read());
  const of = ` of ${session.committee.members.length} operators`;
  show(
    terminal,
    {
      operator: formatAddress(operator.signer.address),
      votes: `${votes}${of}`,
      confirmations: `${confirmations}${of}`,
      signatures: `${signatures}${of}`,
    },
    options.json,
  );
}

/** Submit the change that a quorum of operators has signed. */
export async function submit(
  options: Pick<VoteOptions, 'folder'> & CommitteeOptions,
  terminal: Terminal,
): Promise<void> {
  const session = await sessionOf(options);
  const envelope = authorised(session, session.proceedings.read());
  if (envelope === undefined) throw new CommandError('too few operators have signed the change');
  const { signatures } = await submitChange(session.ground.network.client, envelope);
  show(
    terminal,
    {
      change: transactionId(envelope.transaction),
      signers: `${signatures.length} validators`,
    },
    options.json,
  );
}
