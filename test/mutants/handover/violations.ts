import { committeeOf, heldEnvelopes, quorumSize } from '@quorate/core';
import { factsOf, type TransactionId } from '@quorate/protocol';
import { addressOf } from '@quorate/testkit';
import type { Play } from './play.ts';

/** What alice holds at genesis; nobody pays her. */
const HOLDS = 100n;

type Invariant = (play: Play) => boolean;

/** Invariants of ledger.md section 10, as the end of a play shows them. */
const INVARIANTS = {
  'unique-certificate': (play) => play.certified().length <= 1,
  'certificate-valid': (play) => {
    const valid = new Set(play.certified());
    return [...play.settled().values()].every((id) => valid.has(id));
  },
  'no-double-sign': (play) => play.honest.every((operator) => signedBy(play, operator).length <= 1),
  convergence: (play) => new Set(play.settled().values()).size <= 1,
  'no-overdraft-certified': (play) =>
    play.certified().every((id) => {
      const envelope = play.envelopes.get(id);
      const [operation] = envelope ? factsOf(envelope.transaction).transaction.operations : [];
      return operation?.kind !== 'TokenTransfer' || operation.amount <= HOLDS;
    }),
  'epoch-agreement': (play) => {
    const known = play.honest.map((operator) => play.network.state(operator).committees);
    const epochs = Math.max(...known.map(({ length }) => length));
    return Array.from({ length: epochs }, (_, epoch) => epoch).every(
      (epoch) => new Set(known.flatMap((each) => JSON.stringify(each[epoch]) ?? [])).size <= 1,
    );
  },
  'change-completes': (play) => {
    const { epoch, members } = play.running;
    const serving = members.filter(({ validator }) => {
      const { status, handover } = play.network.state(validator.host);
      return status === 'active' && handover.served === epoch;
    });
    return serving.length >= quorumSize(members.length);
  },
  'roles-apart': (play) =>
    play.honest.every((operator) => {
      const { ledger, committees } = play.network.state(operator);
      return committees
        .flatMap(({ members }) => members)
        .every(({ validator }) => ledger.signer.get(validator.address) === undefined);
    }),
  // Only what alice has signed locks her account.
  'no-honest-lock': (play) =>
    play.honest.every((operator) => {
      const { lock } = play.network.state(operator).ledger.account.get(addressOf('alice')) ?? {};
      return heldEnvelopes(lock).every((held) => play.envelopes.has(idOf(held)));
    }),
} satisfies Readonly<Record<string, Invariant>>;

/** Names an invariant of ledger.md section 10. */
export type InvariantName = keyof typeof INVARIANTS;

/** Lists which of these invariants do not hold at the end of a play. */
export function violated(play: Play, names: readonly InvariantName[]): readonly InvariantName[] {
  return names.filter((name) => !INVARIANTS[name](play));
}

/** All invariants: they hold at the end of a play with right rules. */
export const ALL_INVARIANTS = Object.keys(INVARIANTS) as readonly InvariantName[];

function idOf({ transaction }: Parameters<Play['ask']>[1]): TransactionId {
  return factsOf(transaction).id;
}

/** The transactions of alice's that an operator has signed, under any of its keys. */
function signedBy(play: Play, operator: string): readonly TransactionId[] {
  const hostOf = (key: Parameters<typeof committeeOf>[1]) =>
    committeeOf(play.committees, key)?.members.find(({ validator }) => validator.address === key)
      ?.validator.host;
  return play.alices().filter((id) => {
    const given = play.signatures.get(id) ?? new Map();
    return [...given.keys()].some((key) => hostOf(key) === operator);
  });
}
