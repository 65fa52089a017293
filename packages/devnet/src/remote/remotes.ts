import type { Message, NodeName } from '@quorate/core';
import type { Transport } from '@quorate/transport';
import { attachRemote, type Remote } from './remote-validator.ts';

/** The validators that the nodes of a bus reach over HTTP. */
export interface Remotes {
  /** Attaches a validator, unless one with that name is attached. */
  add(name: NodeName, url: string): void;
  readonly names: () => readonly NodeName[];
  /** How often they were told to forget. */
  readonly era: () => number;
  /** Drops what is under way to them and from them: the network is put back. */
  forget(): void;
  close(): Promise<void>;
}

/** Creates the remotes of a bus, at first without any; `onLost` is told why a message was lost. */
export function createRemotes(
  transport: Transport<Message>,
  onLost: (node: NodeName, failure: unknown) => void,
): Remotes {
  const remotes = new Map<NodeName, Remote>();
  let forgotten = 0;
  const era = (): number => forgotten;
  return {
    add(name, url) {
      if (remotes.has(name)) return;
      const remote = attachRemote({
        transport,
        name,
        url,
        era,
        onLost: (failure) => onLost(name, failure),
      });
      remotes.set(name, remote);
    },
    names: () => [...remotes.keys()],
    era,
    forget() {
      forgotten += 1;
      for (const remote of remotes.values()) void remote.forget();
    },
    async close() {
      await Promise.all([...remotes.values()].map((remote) => remote.close()));
    },
  };
}
