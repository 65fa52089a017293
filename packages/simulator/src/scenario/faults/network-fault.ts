import type { Between, LinkModel } from '@quorate/network';
import type { Moment } from './moment.ts';
import type { Span } from './span.ts';

interface OfNetwork {
  readonly id: string;
  readonly moment: Moment;
}

/** Loses every message that is sent over these links; what is under way already arrives. */
export interface CutFault extends OfNetwork, Span, Between {
  readonly kind: 'cut';
}

/** Keeps every message that is sent over these links, and lets all go on in order when it ends. */
export interface ClogFault extends OfNetwork, Span, Between {
  readonly kind: 'clog';
}

/**
 * Clogs all links of some nodes, one node after another within `spread`, and frees them in another
 * order within `spread` after `for`. Both orders are drawn from the stream `faults/<id>`.
 */
export interface SwizzleClogFault extends OfNetwork {
  readonly kind: 'swizzle-clog';
  readonly nodes: readonly string[];
  readonly spread: bigint;
  /** From the beginning until the first node may be freed; at least `spread`. */
  readonly for: bigint;
}

/** Makes links worse, or other: what `link` names replaces what the scenario says of them. */
export interface DegradeFault extends OfNetwork, Span, Between {
  readonly kind: 'degrade';
  readonly link: Partial<LinkModel>;
}

/** What goes wrong between nodes. */
export type NetworkFault = CutFault | ClogFault | SwizzleClogFault | DegradeFault;
