import { type Committee, nodeNamesOf, nonceKey } from '@quorate/core';
import {
  type Address,
  counted,
  type TransactionCertificate,
  type TransactionFacts,
  type TransactionId,
} from '@quorate/protocol';
import { faultyMax, quorumSize } from '../../quorums.ts';
import { countNamed, isQuorumOf } from '../committee-book.ts';
import type { Disk, Finding, GivenSuccess, Oracle, OracleContext, Retrospect } from '../oracle.ts';

/**
 * A correct proxy reports success only after a quorum has settled the transaction. Members that are
 * faulty or whose steps cannot be seen are counted in its favour (rule P1).
 */
export function proxyTruthful(
  context: Pick<OracleContext, 'committees' | 'unseen' | 'isCorrect'>,
): Oracle {
  const settledBy = new Map<TransactionId, Set<string>>();
  return {
    name: 'proxy-truthful',
    kind: 'safety',
    noteSettlement: ({ validator, facts }) => {
      const known = settledBy.get(facts.id);
      if (known === undefined) settledBy.set(facts.id, new Set([validator]));
      else known.add(validator);
    },
    afterSuccess: ({ by, role, asked, certificate, facts }) => {
      if (asked !== undefined && asked !== facts.id) {
        return {
          message: `${by} answered success with the certificate of something else`,
          facts: { proxy: by, transaction: facts.id, asked },
        };
      }
      const settled = settledBy.get(facts.id) ?? new Set();
      const epoch = epochOf(certificate, context);
      const told = (committee: Committee) => toldAtLeastIn(committee, context);
      const later = committeesSince(epoch, context);
      if (role !== 'proxy' || isVouched(settled, later, told)) return undefined;
      const count = settled.size;
      const needed = told(context.committees.running());
      return {
        message: `${by} answered success when ${count} of the ${needed} correct validators needed had settled`,
        facts: { proxy: by, transaction: facts.id, settled: String(count), needed: String(needed) },
      };
    },
  };
}

/**
 * Every transaction that a correct proxy acknowledged is still there at the end, whatever crashed:
 * as many correct validators have it on disk as stood behind the acknowledgement, except those
 * whose disks cannot be read. If a later committee has taken over, a quorum of that has it on disk
 * too, again except those.
 */
export function noLostAck(context: Pick<OracleContext, 'committees' | 'nameOf'>): Oracle {
  const acknowledged = createAcknowledgements(context);
  return {
    name: 'no-lost-ack',
    kind: 'safety',
    noteSuccess: acknowledged.note,
    atRest: (run) => {
      for (const each of acknowledged.all()) {
        const finding = lostAnywhere(each, run, context) ?? leftBehind(each, run, context);
        if (finding !== undefined) return finding;
      }
      return undefined;
    },
  };
}

function lostAnywhere(
  { facts, epoch }: Acknowledged,
  { disks }: Retrospect,
  context: Pick<OracleContext, 'committees' | 'nameOf'>,
): Finding | undefined {
  const { id, transaction } = facts;
  const keepers = keepersOf(facts, disks);
  const kept = (committee: Committee) => keptAtLeastIn(committee, disks);
  if (isVouched(new Set(keepers), committeesSince(epoch, context), kept)) return undefined;
  const needed = kept(context.committees.running());
  const sender = context.nameOf(transaction.sender);
  return {
    message: `(${sender}, nonce ${transaction.nonce}) was acknowledged and is on ${counted(keepers.length, 'disk')}, not ${needed}`,
    facts: { sender, transaction: id, disks: keepers.join(' ') },
  };
}

/**
 * Finds a transaction that was not handed over to the current committee. A member that settled it
 * before the freeze shows it to merging members, and one that settled it later pushes it until a
 * quorum has settled it (rules C4 to C6).
 */
function leftBehind(
  { facts, epoch, isLeaked }: Acknowledged,
  { disks, handedOnSince }: Retrospect,
  { committees, nameOf }: Pick<OracleContext, 'committees' | 'nameOf'>,
): Finding | undefined {
  const running = committees.running();
  if (isLeaked || handedOnSince === undefined) return undefined;
  if (epoch < handedOnSince || epoch >= running.epoch) return undefined;
  const names = nodeNamesOf(running.members);
  const told = disks.filter(({ name }) => names.includes(name));
  const keepers = keepersOf(facts, told);
  const needed = quorumSize(names.length) - darkAmong(names, disks);
  if (keepers.length >= needed) return undefined;
  const { id, transaction } = facts;
  const sender = nameOf(transaction.sender);
  return {
    message: `(${sender}, nonce ${transaction.nonce}) was acknowledged in epoch ${epoch}, and ${counted(keepers.length, 'member')} of epoch ${running.epoch} settled it, not ${needed}`,
    facts: { sender, transaction: id, settled: keepers.join(' ') },
  };
}

/** Names the validators on whose disks a transaction is settled. */
function keepersOf(
  { id, transaction }: TransactionFacts,
  disks: readonly Disk[],
): readonly string[] {
  const key = nonceKey(transaction.sender, transaction.nonce);
  return disks.filter(({ ledger }) => ledger.settled.get(key) === id).map(({ name }) => name);
}

/** What correct proxies have acknowledged about one transaction. */
export interface Acknowledged {
  readonly facts: TransactionFacts;
  readonly proxies: ReadonlySet<string>;
  /** The last epoch whose committee signed it. */
  readonly epoch: number;
  /** Whether keys of some signers had leaked when it was acknowledged. */
  readonly isLeaked: boolean;
}

/** Remembers what correct proxies have acknowledged. */
export function createAcknowledgements(context: Pick<OracleContext, 'committees'>) {
  const acknowledged = new Map<TransactionId, Acknowledged>();
  return {
    note({ by, role, certificate, facts }: GivenSuccess): void {
      if (role !== 'proxy') return;
      const before = acknowledged.get(facts.id);
      const proxies = before === undefined ? new Set([by]) : new Set([...before.proxies, by]);
      const epoch = Math.max(before?.epoch ?? 0, epochOf(certificate, context));
      // Nobody hands over what leaked keys have signed.
      const isLeaked = certificate.signatures.some(([key]) => context.committees.isLeaked(key));
      acknowledged.set(facts.id, {
        facts,
        proxies,
        epoch,
        isLeaked: isLeaked || before?.isLeaked === true,
      });
    },
    all: (): Iterable<Acknowledged> => acknowledged.values(),
  };
}

/**
 * Gives the first epoch whose committee may have signed. A certificate signed by no committee is a
 * matter for other oracles.
 */
function epochOf(
  { signatures }: TransactionCertificate,
  { committees }: Pick<OracleContext, 'committees'>,
): number {
  const signers = new Set<Address>();
  for (const [signer] of signatures) signers.add(signer);
  let first: number | undefined;
  for (const committee of committees.all()) {
    const isEarlier = first === undefined || committee.epoch < first;
    if (isEarlier && isQuorumOf(committee, signers)) first = committee.epoch;
  }
  return first ?? 0;
}

/**
 * Tells whether enough validators of one committee are among the names: of the epoch that signed or
 * of a later one. Nobody else knows which one the proxy was following.
 */
function isVouched(
  names: ReadonlySet<string>,
  later: readonly Committee[],
  neededIn: (committee: Committee) => number,
): boolean {
  return later.some((committee) => countNamed(committee, names) >= neededIn(committee));
}

function committeesSince(
  epoch: number,
  { committees }: Pick<OracleContext, 'committees'>,
): readonly Committee[] {
  return committees.all().filter((committee) => committee.epoch >= epoch);
}

/**
 * Gives how many members of a quorum that answered a proxy are correct and can be seen, at least.
 */
function toldAtLeastIn(
  { members }: Committee,
  { unseen = [], isCorrect = () => true }: Pick<OracleContext, 'unseen' | 'isCorrect'>,
): number {
  const dark = nodeNamesOf(members).filter(
    (name) => !isCorrect(name) || unseen.includes(name),
  ).length;
  return quorumSize(members.length) - dark;
}

/**
 * Gives how many members of a quorum still have what they settled, at least, if at most f
 * validators do not keep it.
 */
function keptAtLeastIn({ members }: Committee, disks: readonly Disk[]): number {
  const size = members.length;
  return quorumSize(size) - Math.max(faultyMax(size), darkAmong(nodeNamesOf(members), disks));
}

/**
 * Counts validators whose disks cannot be read: they lie, have forgotten, run foreign code, or a
 * row has rotted.
 */
function darkAmong(names: readonly string[], disks: readonly Disk[]): number {
  return names.filter((each) => !disks.some(({ name }) => name === each)).length;
}
