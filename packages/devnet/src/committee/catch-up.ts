import { nodeNameOf, quorumSize, type ValidatorState } from '@quorate/core';
import { LIMITS, type TransactionCertificate } from '@quorate/protocol';
import type { Asker } from '../nodes/asker.ts';

/** Brings a validator up to date with what others have settled. */
export interface CatchUp {
  /**
   * Fetches what a quorum of the latest known committee has settled and this validator has not.
   *
   * Concurrent calls share one run. Resolves with true once that is done; with false if too few
   * members answered or the validator could not settle what they have, so that the caller may try
   * again.
   */
  run(): Promise<boolean>;
  /** Starts from the first certificate next time: the store of the validator was put back. */
  forget(): void;
}

/** The validator that catches up, and the asker it uses. */
export interface CatchUpOptions {
  readonly asker: Asker;
  readonly node: string;
  readonly state: () => ValidatorState | undefined;
}

/**
 * For each peer, how many of its certificates have been examined since the store was last put back.
 */
type Places = Map<string, bigint>;

/**
 * Creates the catch-up of a validator. Certificates prove themselves, so any peer may show them
 * (rule C7).
 */
export function createCatchUp({ asker, node, state }: CatchUpOptions): CatchUp {
  let seen: Places = new Map();

  function isLacking({ envelope }: TransactionCertificate): boolean {
    const { sender, nonce } = envelope.transaction.transaction;
    return (state()?.ledger.account.get(sender)?.nextNonce ?? 0n) <= nonce;
  }

  async function settle(certificate: TransactionCertificate): Promise<boolean> {
    const result = await asker.ask(node, { type: 'SubmitCertificate', certificate });
    return result?.type === 'Settled';
  }

  /** Settles a page: all at once, and then, one after the other, what came before its turn. */
  async function settleAll(
    certificates: readonly TransactionCertificate[],
    places: Places,
  ): Promise<boolean> {
    // What was shown before the store was put back no longer counts.
    if (places !== seen) return false;
    const lacking = certificates.filter(isLacking);
    await Promise.all(lacking.map(settle));
    for (const certificate of lacking.filter(isLacking)) {
      if (places !== seen || !(await settle(certificate))) return false;
    }
    return places === seen;
  }

  async function pull(peer: string, places: Places): Promise<boolean> {
    for (;;) {
      const from = places.get(peer) ?? 0n;
      const limit = LIMITS.certificatesPerRequest;
      const select = { by: 'Sequence', from, limit } as const;
      const result = await asker.ask(peer, { type: 'GetCertificates', select });
      if (result?.type !== 'Certificates') return false;
      const { certificates, pruned = [] } = result;
      const count = certificates.length + pruned.length;
      // Another peer may have what this one pruned and what later certificates need.
      if (!(await settleAll(certificates, places))) return false;
      places.set(peer, from + BigInt(count));
      if (count < limit) return true;
    }
  }

  /**
   * Fetches from the members of the latest known committee; true if a quorum of them has no more.
   */
  async function pullFromCommittee(places: Places): Promise<boolean> {
    const committee = state()?.committees.at(-1);
    if (committee === undefined) return false;
    const needed = quorumSize(committee.members.length);
    let even = 0;
    for (const { validator } of committee.members) {
      if (places !== seen) return false;
      const peer = nodeNameOf(validator);
      if (peer === node || (await pull(peer, places))) even += 1;
      if (even === needed) return true;
    }
    return false;
  }

  async function runOnce(): Promise<boolean> {
    const places = seen;
    const epoch = (): number | undefined => state()?.committees.length;
    for (;;) {
      const before = epoch();
      const isDone = await pullFromCommittee(places);
      // A change of committee among what was settled names other members, who may know more.
      if (epoch() === before || places !== seen) return isDone;
    }
  }

  let underWay: Promise<boolean> | undefined;
  return {
    run() {
      if (underWay !== undefined) return underWay;
      const own = runOnce().finally(() => {
        if (underWay === own) underWay = undefined;
      });
      underWay = own;
      return own;
    },
    forget() {
      seen = new Map();
      underWay = undefined;
    },
  };
}
