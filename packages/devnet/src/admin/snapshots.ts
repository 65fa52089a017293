import type { HostedNode, Rows } from '../local-network.ts';
import { AdminError } from './admin-error.ts';

/** Keeps what all nodes of a network held at a moment, and puts it back. */
export interface Snapshots {
  /** Copies every store; each copy is of one moment of its node, the network runs on meanwhile. */
  take(name: string): Promise<void>;
  /**
   * Puts every store back and brings the nodes up from it. What was under way is lost, as in a
   * crash of all nodes at once.
   *
   * @throws AdminError for a name that no snapshot has
   */
  restore(name: string): Promise<void>;
  /** Gives what a node held. @throws AdminError for a name that no snapshot has */
  rowsOf(name: string, node: string): Rows;
  names(): readonly string[];
  /** @throws AdminError for a name that no snapshot has */
  remove(name: string): void;
}

/** How many snapshots are kept. */
const SNAPSHOTS_MAX = 64;

/** Creates the snapshots of these nodes; the list may grow. `onRestored` hears of each return. */
export function createSnapshots(
  nodes: readonly HostedNode<unknown>[],
  onRestored: () => void,
): Snapshots {
  const kept = new Map<string, ReadonlyMap<string, Rows>>();

  function find(name: string): ReadonlyMap<string, Rows> {
    const snapshot = kept.get(name);
    if (snapshot === undefined) throw new AdminError(404, 'NOT_FOUND', `no snapshot ${name}`);
    return snapshot;
  }

  return {
    async take(name) {
      const stores = await Promise.all(
        nodes.map(async (hosted) => [hosted.node.name, await hosted.snapshot()] as const),
      );
      kept.delete(name);
      kept.set(name, new Map(stores));
      const [oldest] = kept.keys();
      if (kept.size > SNAPSHOTS_MAX && oldest !== undefined) kept.delete(oldest);
    },
    async restore(name) {
      const snapshot = find(name);
      // All are down before the first is up: none may hear of what is being undone.
      for (const { node } of nodes) node.crash();
      await Promise.all(nodes.map((each) => each.restore(snapshot.get(each.node.name) ?? [])));
      onRestored();
    },
    rowsOf: (name, node) => find(name).get(node) ?? [],
    names: () => [...kept.keys()],
    remove(name) {
      find(name);
      kept.delete(name);
    },
  };
}
