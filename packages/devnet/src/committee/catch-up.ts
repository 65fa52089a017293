import { nodeNameOf, quorumSize, type ValidatorState } from '@quorate/core';
import { LIMITS, type TransactionCertificate } from '@quorate/protocol';
import type { Asker } from '../asker.ts';

/** Brings a validator what others have settled. */
export interface CatchUp {
  /**
   * Pulls what a quorum of the committee that it knows of has settled and it has not.
   *
   * Who asks while a run is under way shares it. Resolves with whether that has been done: false where too few answered, or it could not settle
   * what they have, so that somebody may ask again.
   */
  run(): Promise<boolean>;
  /** Begins at the first certificate the next time: its store was put back. */
  forget(): void;
}

/** Who catches up, and with whom. */
export interface CatchUpOptions {
  readonly asker: Asker;
  readonly node: string;
  readonly state: () => ValidatorState | undefined;
}

/** How many certificates of each peer have been looked at since the store was put back last. */
type Places = Map<string, bigint>;

/** Creates what brings a validator up to date. Its certificates prove themselves (rule C7). */
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

  /** Settles a page: all at once, and once more, one after the other, what came before its turn. */
  async function settleAll(
    certificates: readonly TransactionCertificate[],
    places: Places,
  ): Promise<boolean> {
    // What others showed before the store was put back is undone.
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
      // What this peer has pruned another may have; without it later ones cannot settle.
      if (!(await settleAll(certificates, places))) return false;
      places.set(peer, from + BigInt(count));
      if (count < limit) return true;
    }
  }

  /** Pulls from the members of the last committee that it knows of: true where a quorum has no more. */
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
      // A change among what it has settled names others who may know more.
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
