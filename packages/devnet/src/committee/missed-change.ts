import { type Committee, nodeNamesOf, quorumSize } from '@quorate/core';
import type { TransactionCertificate } from '@quorate/protocol';
import type { CatchUpOptions } from './catch-up.ts';

/**
 * Tells a validator of a change of committee that it missed and that nobody announces any more
 * (rule C4).
 */
export interface MissedChange {
  /** Asks whether the latest known committee was changed, and tells the validator if so. */
  look(): Promise<void>;
  /** Ignores an answer that is still to come: the store of the validator was put back. */
  forget(): void;
}

/**
 * Creates the search for a missed change. It asks only for the change and not for everything that
 * settled meanwhile, which may be long; the validator then asks for what the change depends on
 * (rule C8).
 */
export function createMissedChange({ asker, node, state }: CatchUpOptions): MissedChange {
  /** How often the store was put back. */
  let era = 0;

  /**
   * Asks for the change that ended the epoch of a committee, until one member has it or enough
   * members have not.
   */
  async function changeOf(
    { epoch, members }: Committee,
    isCurrent: () => boolean,
  ): Promise<TransactionCertificate | undefined> {
    const peers = nodeNamesOf(members).filter(isOther);
    const dependency = { kind: 'Epoch', id: String(epoch + 1) } as const;
    const select = { by: 'Dependency', dependency } as const;
    // A change is announced until the next committee serves, and by then a quorum has settled it.
    // So one of any set of members that is too large to lie outside that quorum has it; a validator
    // that is a member counts itself.
    let needed = peers.length - quorumSize(members.length) + 1;
    for (const peer of peers) {
      if (needed <= 0 || !isCurrent()) return undefined;
      const result = await asker.ask(peer, { type: 'GetCertificates', select });
      if (result?.type !== 'Certificates') continue;
      const [certificate] = result.certificates;
      if (certificate !== undefined) return certificate;
      needed -= 1;
    }
    return undefined;
  }

  function isOther(name: string): boolean {
    return name !== node;
  }

  return {
    async look() {
      const last = state()?.committees.at(-1);
      if (last === undefined) return;
      const begun = era;
      const isCurrent = (): boolean => era === begun && state()?.committees.at(-1) === last;
      const certificate = await changeOf(last, isCurrent);
      if (certificate === undefined || !isCurrent()) return;
      await asker.ask(node, { type: 'AnnounceChange', epoch: last.epoch + 1, certificate });
    },
    forget() {
      era += 1;
    },
  };
}
