import { DIRECTIONS, parseDuration } from '@quorate/network';
import type { Path, Problem } from '../diagnostic.ts';
import {
  duration,
  either,
  id,
  is,
  listOf,
  mapping,
  node,
  orElse,
  type StatedOf,
  type ValueOf,
} from '../forms.ts';
import { ends } from '../network/link-ends.ts';
import { changedLink } from '../network/link-format.ts';
import { moment } from './moment.ts';
import { lasting } from './span.ts';

const head = { id: id('A name for reports.') };

const between = {
  ...ends,
  'direction?': orElse(
    either(
      'Whether what "to" sends to "from" is concerned as well; two-way by default.',
      DIRECTIONS,
    ),
    'two-way',
  ),
  moment,
  ...lasting('How long; until the run heals by default.'),
};

const cut = mapping('Loses every message sent over some links; what is under way still arrives.', {
  ...head,
  kind: is('cut'),
  ...between,
});

const clog = mapping(
  'Keeps every message sent over some links, and lets all go on, in order, at its end.',
  { ...head, kind: is('clog'), ...between },
);

const swizzleClog = mapping(
  'Clogs all links of some nodes, one after another, and frees them in another order.',
  {
    ...head,
    kind: is('swizzle-clog'),
    nodes: listOf('The nodes.', node('A node.')),
    spread: duration('Within what time all are clogged, and later all freed.'),
    moment,
    'for?': orElse(
      duration('How long until the first may be freed; at least the spread, the default.'),
      ({ spread }) => spread,
    ),
  },
);

const degrade = mapping('Makes some links worse for a while.', {
  ...head,
  kind: is('degrade'),
  ...between,
  link: changedLink('What replaces the keys of those links.'),
});

/** Loses every message that is sent over these links; messages already under way still arrive. */
export type CutFault = ValueOf<typeof cut>;

/**
 * Holds back every message that is sent over these links, and releases them in order when it ends.
 */
export type ClogFault = ValueOf<typeof clog>;

/**
 * Clogs all links of some nodes, one node after another within `spread`, and frees them in another
 * order within `spread` after `for`. Both orders are drawn from the stream `faults/<id>`. Both
 * times are in nanoseconds.
 */
export type SwizzleClogFault = ValueOf<typeof swizzleClog>;

/** Makes links worse, or different: the keys of `link` replace those of the scenario's links. */
export type DegradeFault = ValueOf<typeof degrade>;

/** The forms of the faults of the network. */
export const networkFaults = [cut, clog, swizzleClog, degrade];

/** What goes wrong between nodes. */
export type NetworkFault = ValueOf<(typeof networkFaults)[number]>;

/** Finds a clog that may end before all nodes are clogged; expects the checked shape. */
export function checkSpread(
  { spread, for: length = spread }: StatedOf<typeof swizzleClog>,
  path: Path,
): Problem[] {
  if (parseDuration(length) >= parseDuration(spread)) return [];
  const message = `expected at least the spread, ${spread}, got ${length}`;
  return [{ path: [...path, 'for'], at: 'value', message }];
}
