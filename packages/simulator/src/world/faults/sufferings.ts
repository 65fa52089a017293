import type { End } from '@quorate/actors';
import type { Span } from '../../scenario/faults/span.ts';
import type { WhenOver } from './ends.ts';

/** What nodes suffer until it ends. */
export interface Sufferings {
  /** Lets a node suffer for a span, or until it is healed. */
  begin(node: string, span: Span, end: End): void;
  /** Ends what these nodes suffer. */
  heal(nodes: ReadonlySet<string>): void;
}

interface Suffering {
  readonly node: string;
  readonly end: End;
}

/** Creates the sufferings of one run. */
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
      // A machine that stands still could not start its node.
      for (const { node, end } of all) if (nodes.has(node)) end();
    },
  };
}
