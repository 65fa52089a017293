import type { End } from '@quorate/actors';
import type { Span } from '../../scenario/faults/span.ts';
import type { WhenOver } from './ends.ts';

/** The faults that nodes suffer until they end. */
export interface Sufferings {
  /** Begins a fault that lasts for a span, or until the node heals. */
  begin(node: string, span: Span, end: End): void;
  /** Ends the faults of these nodes. */
  heal(nodes: ReadonlySet<string>): void;
}

interface Suffering {
  readonly node: string;
  readonly end: End;
}

/** Creates the sufferings of a run. */
export function createSufferings(whenOver: WhenOver): Sufferings {
  const suffered = new Set<Suffering>();
  return {
    begin(node, span, end) {
      const suffering = { node, end };
      suffered.add(suffering);
      whenOver(span, () => {
        if (suffered.delete(suffering)) end();
      });
    },
    heal(nodes) {
      const all = [...suffered];
      suffered.clear();
      // In this order, because a paused machine could not start its node.
      for (const { node, end } of all) if (nodes.has(node)) end();
    },
  };
}
