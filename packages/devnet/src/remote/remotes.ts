import type { Message, NodeName } from '@quorate/core';
import type { Transport } from '@quorate/transport';
import { attachRemote, type Remote } from './remote-validator.ts';

/** The validators that the nodes of a bus reach over HTTP. */
export interface Remotes {
  /** Attaches a validator, unless one with that name is attached. */
  add(name: NodeName, url: string): void;
  readonly names: () => readonly NodeName[];
  close(): Promise<void>;
}

/** Creates the remotes of a bus, at first without any; `onLost` is told why a message was lost. */
export function createRemotes(
  transport: Transport<Message>,
  onLost: (node: NodeName, failure: unknown) => void,
): Remotes {
  const remotes = new Map<NodeName, Remote>();
  return {
    add(name, url) {
      if (remotes.has(name)) return;
      const remote = attachRemote({
        transport,
        name,
        url,
        onLost: (failure) => onLost(name, failure),
      });
      remotes.set(name, remote);
    },
    names: () => [...remotes.keys()],
    async close() {
      await Promise.all([...remotes.values()].map((remote) => remote.close()));
    },
  };
}
