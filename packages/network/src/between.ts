import type { NodeName } from '@quorate/transport';
import type { Span } from './conditions.ts';

/** Says whether a fault concerns the messages of one direction or of both. */
export const DIRECTIONS = ['two-way', 'one-way'] as const;

/** Says whether a fault concerns the messages of one direction or of both. */
export type Direction = (typeof DIRECTIONS)[number];

/** Picks links: those from any node of `from` to any of `to`; `*` stands for all nodes. */
export interface Between {
  readonly from: readonly NodeName[];
  readonly to: readonly NodeName[];
  readonly direction: Direction;
}

/** Tells which messages a fault between these nodes concerns. */
export function spanOf({ from, to, direction }: Between): Span {
  const isAmong = (nodes: readonly NodeName[], node: NodeName) =>
    nodes.includes('*') || nodes.includes(node);
  const isAlong = (sender: NodeName, receiver: NodeName) =>
    isAmong(from, sender) && isAmong(to, receiver);
  return (sender, receiver) =>
    isAlong(sender, receiver) || (direction === 'two-way' && isAlong(receiver, sender));
}
