import type { Rows } from '../data/rows.ts';
import type { HostedNode } from '../nodes/host-node.ts';
import { inTime } from '../timing/in-time.ts';
import { UP_WITHIN_MILLIS } from '../timing/patience.ts';
import { AdminError } from './admin-error.ts';
import type { Returns } from './returns.ts';

/** Keeps what all nodes of a network held at a moment, and puts it back. */
export interface Snapshots {
  /**
   * Copies every store, so that no copy shows what another node did after its own. If there are too
   * many snapshots, or if they hold too much, the oldest are dropped.
   *
   * @throws AdminError `NODE_DOWN` if a validator has no process, `TIMEOUT` if one does not answer,
   * `SERVICE_UNAVAILABLE` if the devnet is closing; StoreError if a disk fails
   */
  take(name: string): Promise<void>;
  /** Copies every store as `take` does, and keeps nothing. @throws AdminError as `take` does */
  copy(): Promise<Snapshot['stores']>;
  /**
   * Puts every store back and restarts the nodes from it. What was under way is lost, as if all
   * nodes had crashed at once.
   *
   * @throws AdminError for a name that no snapshot has; AdminError `NODE_DOWN` if nodes did not
   * come up, which leaves the network mixed until it is restored again; DevnetError if the data
   * folder cannot be written
   */
  restore(name: string): Promise<void>;
  /**
   * Puts every node back to its genesis, as `restore` does; `again` tells the user how to repeat
   * it.
   *
   * @throws AdminError `NODE_DOWN`; DevnetError as `restore` does
   */
  reset(again?: string): Promise<void>;
  /** Gives what a node held. @throws AdminError for a name that no snapshot has */
  rowsOf(name: string, node: string): Rows;
  /**
   * Gives when the snapshot was taken.
   *
   * @throws AdminError for a name that no snapshot has
   */
  takenAt(name: string): bigint;
  /**
   * Performs something that changes which nodes there are, while no snapshot is taken and nothing is
   * put back.
   */
  inTurn<T>(act: () => Promise<T>): Promise<T>;
  names(): readonly string[];
  /** @throws AdminError for a name that no snapshot has */
  remove(name: string): void;
}

interface Snapshot {
  /** In nanoseconds since the Unix epoch. */
  readonly at: bigint;
  readonly stores: ReadonlyMap<string, Rows>;
  readonly rows: number;
}

/** What snapshots need besides the nodes. */
export interface SnapshotsOptions {
  readonly now: () => bigint;
  readonly returns: Pick<Returns, 'carryOut' | 'expectOpen'>;
  /** Called when all nodes are down for a return, before any of them restarts. */
  readonly onDown: () => void;
  /** Called after each return. */
  readonly onRestored: () => void;
  /** The most rows of all snapshots without the latest; a million by default. */
  readonly rowsMax?: number;
  /** How many milliseconds nodes have to give what they hold; `UP_WITHIN_MILLIS` by default. */
  readonly within?: number;
}

/** The most snapshots that are kept. */
const SNAPSHOTS_MAX = 64;
/**
 * The most rows of all snapshots without the latest. A row read from a disk is a copy of some
 * hundred bytes, so this is about half a gigabyte.
 */
const ROWS_MAX = 1_000_000;

/** Creates the snapshots of these nodes; the list may grow. */
export function createSnapshots(
  nodes: readonly HostedNode<unknown>[],
  {
    now,
    returns,
    onDown,
    onRestored,
    rowsMax = ROWS_MAX,
    within = UP_WITHIN_MILLIS,
  }: SnapshotsOptions,
): Snapshots {
  const kept = new Map<string, Snapshot>();
  let before: Promise<unknown> = Promise.resolve();

  // Two returns at once would each put back a part of the network, and a snapshot taken during one
  // would show some nodes before it and others after it.
  function inTurn<T>(act: () => Promise<T>): Promise<T> {
    const acted = before.then(act);
    before = acted.catch(() => undefined);
    return acted;
  }

  function find(name: string): Snapshot {
    const snapshot = kept.get(name);
    if (snapshot !== undefined) return snapshot;
    const present = kept.size === 0 ? 'none was taken' : `there is ${[...kept.keys()].join(', ')}`;
    throw new AdminError(404, 'NOT_FOUND', `no snapshot ${name}; ${present}`);
  }

  function forgetOldest(): void {
    let rows = 0;
    for (const [name, snapshot] of [...kept].toReversed()) {
      rows += snapshot.rows;
      const isLatest = rows === snapshot.rows;
      if (!isLatest && rows > rowsMax) kept.delete(name);
    }
    const [oldest] = kept.keys();
    if (kept.size > SNAPSHOTS_MAX && oldest !== undefined) kept.delete(oldest);
  }

  async function copyOpen(): Promise<Snapshot['stores']> {
    returns.expectOpen();
    return copyAll(nodes, within).catch((failure: unknown) => {
      // Nodes that stop because the devnet closes cannot be started first.
      returns.expectOpen();
      throw failure;
    });
  }

  async function look(name: string): Promise<void> {
    const at = now();
    const stores = await copyOpen();
    const rows = [...stores.values()].reduce((sum, each) => sum + each.length, 0);
    kept.delete(name);
    kept.set(name, { at, stores, rows });
    forgetOldest();
  }

  /** `again` tells the user how to repair the network if this fails. */
  async function putBack(stores: Snapshot['stores'], again: string): Promise<void> {
    // All nodes go down before the first restarts: none may receive a message that is being undone.
    for (const { node } of nodes) node.crash();
    onDown();
    const ends = await Promise.allSettled(
      nodes.map((each) => each.restore(stores.get(each.node.name) ?? [])),
    );
    onRestored();
    const down = ends.flatMap((end, index) =>
      end.status === 'fulfilled' ? [] : [{ name: nodes[index]?.node.name, reason: end.reason }],
    );
    if (down.length > 0) throw mixed(down, again);
  }

  return {
    take: (name) => inTurn(() => look(name)),
    copy: () => inTurn(copyOpen),
    async restore(name) {
      const { stores } = find(name);
      await inTurn(() => returns.carryOut(name, () => putBack(stores, `restore ${name}`)));
    },
    reset: (again = 'reset it') =>
      inTurn(() => returns.carryOut(undefined, () => putBack(new Map(), again))),
    rowsOf: (name, node) => find(name).stores.get(node) ?? [],
    takenAt: (name) => find(name).at,
    inTurn,
    names: () => [...kept.keys()],
    remove(name) {
      find(name);
      kept.delete(name);
    },
  };
}

/** @throws AdminError `TIMEOUT` if a process hangs: it would block all that is requested later */
async function copyAll(
  nodes: readonly HostedNode<unknown>[],
  within: number,
): Promise<Snapshot['stores']> {
  const halts = nodes.flatMap(({ halt }) => (halt === undefined ? [] : [halt()]));
  const halted = Promise.all(halts.map(({ reached }) => reached));
  // Nodes of other processes copy their stores later than those of this one.
  const shown = halted.then(() =>
    Promise.all(nodes.map(async (hosted) => [hosted.node.name, await hosted.snapshot()] as const)),
  );
  const stores = await inTime(shown, performance.now() + within).finally(() => {
    for (const { end } of halts) end();
  });
  if (stores === undefined) throw notShown(within);
  return new Map(stores);
}

function notShown(within: number): AdminError {
  return new AdminError(
    408,
    'TIMEOUT',
    `after ${within} ms not every node has handed out its data`,
  );
}

interface Down {
  readonly name: string | undefined;
  readonly reason: unknown;
}

function mixed(down: readonly Down[], again: string): AdminError {
  const names = down.map(({ name }) => name).join(', ');
  const reasons = down.map(({ reason }) => (reason instanceof Error ? reason.message : reason));
  return new AdminError(
    400,
    'NODE_DOWN',
    `${names}: not put back (${reasons.join('; ')}). The others were, so the network is mixed: ` +
      `${again} again, which starts it and puts it right`,
    { cause: down[0]?.reason },
  );
}
