import type { End } from '@quorate/actors';
import type { VirtualClock } from '../../virtual-clock.ts';

/** What nodes suffer until it ends. */
export interface Sufferings {
  /** Lets a node suffer for so many nanoseconds; undefined is until it is healed. */
  begin(node: string, length: bigint | undefined, end: End): void;
  /** Ends what these nodes suffer. */
  heal(nodes: ReadonlySet<string>): void;
}

interface Suffering {
  readonly node: string;
  readonly end: End;
}

/** Creates the sufferings of one run. */
export function createSufferings(clock: VirtualClock): Sufferings {
  const suffered = new Set<Suffering>();
  return {
    begin(node, length, end) {
      const suffering = { node, end };
      suffered.add(suffering);
      if (length === undefined) return;
      clock.interrupt(clock.now() + length, () => {
        if (suffered.delete(suffering)) end();
      });
    },
    heal(nodes) {
      const all = [...suffered];
      suffered.clear();
      // A machine that stands still could not start its node.
      for (const { node, end } of all) if (nodes.has(node)) end();
    },
  };
}
