import { type Committee, followedBy, nodeNameOf, type Origin } from '@quorate/core';
import type { Address, TransactionFacts, TransactionId } from '@quorate/protocol';
import { quorumSize } from '../quorums.ts';

/** The committees of a run, as far as its observers know them. */
export interface CommitteeBook {
  /** Lists the committee of genesis, then every other whose change was certified, in that order. */
  all(): readonly Committee[];
  /** Gives the committee of the last epoch that has begun at any correct validator. */
  running(): Committee;
  /** Gives the certificate with which that epoch began; undefined in the first epoch. */
  beganWith(): Origin | undefined;
  /**
   * Lists the committees in which a key has a seat: at most one, unless a rule is broken (rule C9).
   */
  of(key: Address): readonly Committee[];
  /** Takes a certified transaction; gives the committee that it names, if it is a change. */
  certified(facts: TransactionFacts): Committee | undefined;
  /**
   * Takes a transaction settled at a correct validator; gives the committee whose epoch begins with
   * it.
   */
  settled(facts: TransactionFacts): Committee | undefined;
  /** Notes that keys of an ended epoch have leaked: their signatures prove nothing any more. */
  leak(keys: readonly Address[]): void;
  isLeaked(key: Address): boolean;
  /** Tells whether some signers make a quorum of one committee. */
  isQuorum(signers: ReadonlySet<Address>): boolean;
}

/** Tells whether some signers make a quorum of this committee. */
export function isQuorumOf({ members }: Committee, signers: ReadonlySet<Address>): boolean {
  const needed = quorumSize(members.length);
  let count = 0;
  for (const { validator } of members) if (signers.has(validator.address)) count += 1;
  return count >= needed;
}

/** Counts the members of a committee with one of these names. */
export function countNamed({ members }: Committee, names: ReadonlySet<string>): number {
  let count = 0;
  for (const { validator } of members) if (names.has(nodeNameOf(validator))) count += 1;
  return count;
}

/** Creates the book of a run in which nothing has happened. */
export function createCommitteeBook(genesis: Committee): CommitteeBook {
  const committees: Committee[] = [genesis];
  const known = new Map<TransactionId, Committee>();
  const seats = new Map<Address, Committee[]>();
  const begun = new Set<TransactionId>();
  const leaked = new Set<Address>();
  let running = genesis;
  let beganWith: Origin | undefined;
  seat(genesis);

  function seat(committee: Committee): void {
    for (const { validator } of committee.members) {
      const { address } = validator;
      seats.set(address, [...(seats.get(address) ?? []), committee]);
    }
  }

  function certified(facts: TransactionFacts): Committee | undefined {
    const noted = known.get(facts.id);
    if (noted !== undefined) return noted;
    const committee = followedBy(facts.signingForm);
    if (committee === undefined) return undefined;
    known.set(facts.id, committee);
    committees.push(committee);
    seat(committee);
    return committee;
  }

  return {
    all: () => committees,
    running: () => running,
    beganWith: () => beganWith,
    of: (key) => seats.get(key) ?? [],
    certified,
    settled(facts) {
      const committee = certified(facts);
      if (committee === undefined || begun.has(facts.id)) return undefined;
      begun.add(facts.id);
      if (committee.epoch > running.epoch) {
        running = committee;
        beganWith = facts.transaction;
      }
      return committee;
    },
    leak(keys) {
      for (const key of keys) leaked.add(key);
    },
    isLeaked: (key) => leaked.has(key),
    isQuorum: (signers) => committees.some((committee) => isQuorumOf(committee, signers)),
  };
}
