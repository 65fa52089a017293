import type { Between, LinkModel } from '@quorate/network';
import type { Moment } from './moment.ts';
import type { Span } from './span.ts';

interface OfNetwork {
  readonly id: string;
  readonly moment: Moment;
}

/** Loses every message that is sent over these links; messages already under way still arrive. */
export interface CutFault extends OfNetwork, Span, Between {
  readonly kind: 'cut';
}

/**
 * Holds back every message that is sent over these links, and releases them in order when it ends.
 */
export interface ClogFault extends OfNetwork, Span, Between {
  readonly kind: 'clog';
}

/**
 * Clogs all links of some nodes, one node after another within `spread`, and frees them in another
 * order within `spread` after `for`. Both orders are drawn from the stream `faults/<id>`. Both
 * times are in nanoseconds.
 */
export interface SwizzleClogFault extends OfNetwork {
  readonly kind: 'swizzle-clog';
  readonly nodes: readonly string[];
  readonly spread: bigint;
  /** From the beginning until the first node may be freed; at least `spread`. */
  readonly for: bigint;
}

/** Makes links worse, or different: the keys of `link` replace those of the scenario's links. */
export interface DegradeFault extends OfNetwork, Span, Between {
  readonly kind: 'degrade';
  readonly link: Partial<LinkModel>;
}

/** What goes wrong between nodes. */
export type NetworkFault = CutFault | ClogFault | SwizzleClogFault | DegradeFault;
