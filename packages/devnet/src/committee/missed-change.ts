import { type Committee, nodeNamesOf, quorumSize } from '@quorate/core';
import type { TransactionCertificate } from '@quorate/protocol';
import type { CatchUpOptions } from './catch-up.ts';

/** Has a validator hear of a change that it has missed, and that nobody tells of any more (rule C4). */
export interface MissedChange {
  /** Looks whether the last committee that it knows of was changed, and tells it so. */
  look(): Promise<void>;
  /** Makes nothing of what it is about to hear: the store of the validator was put back. */
  forget(): void;
}

/**
 * Creates what looks for a change. It asks for that alone and not for all that was settled meanwhile,
 * which may be long; the validator then asks for what the change builds on (rule C8).
 */
export function createMissedChange({ asker, node, state }: CatchUpOptions): MissedChange {
  /** Counts how often its store was put back. */
  let era = 0;

  /** Asks for the change that ends the epoch of a committee, until one has it or enough have not. */
  async function changeOf(
    { epoch, members }: Committee,
    isCurrent: () => boolean,
  ): Promise<TransactionCertificate | undefined> {
    const peers = nodeNamesOf(members).filter(isOther);
    const dependency = { kind: 'Epoch', id: String(epoch + 1) } as const;
    const select = { by: 'Dependency', dependency } as const;
    // A change is told of until the next committee serves, and by then a quorum has settled it. Of as
    // many members as cannot all be outside that quorum, itself counted where it is one, somebody has it.
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
