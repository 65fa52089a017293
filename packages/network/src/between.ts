import type { NodeName } from '@quorate/transport';
import type { Span } from './conditions.ts';

/** Whether a fault concerns the messages of both directions or only one. */
export const DIRECTIONS = ['two-way', 'one-way'] as const;

/** Whether a fault concerns the messages of both directions or only one. */
export type Direction = (typeof DIRECTIONS)[number];

/** Selects links: those from any node in `from` to any in `to`; `*` stands for all nodes. */
export interface Between {
  readonly from: readonly NodeName[];
  readonly to: readonly NodeName[];
  readonly direction: Direction;
}

/** Gives the function that tells which messages a fault between these nodes concerns. */
export function spanOf({ from, to, direction }: Between): Span {
  const isAmong = (nodes: readonly NodeName[], node: NodeName) =>
    nodes.includes('*') || nodes.includes(node);
  const isAlong = (sender: NodeName, receiver: NodeName) =>
    isAmong(from, sender) && isAmong(to, receiver);
  return (sender, receiver) =>
    isAlong(sender, receiver) || (direction === 'two-way' && isAlong(receiver, sender));
}
