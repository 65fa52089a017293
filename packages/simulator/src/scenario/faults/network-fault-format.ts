import {
  type Between,
  buildLink,
  DIRECTIONS,
  type Direction,
  parseDuration,
  type RawLink,
} from '@quorate/network';
import { knownEach } from '../check-steps.ts';
import type { Path, Problem } from '../diagnostic.ts';
import { items } from '../loose.ts';
import { buildEnds, checkEndNames, endKeys, type RawEnds } from '../network/link-ends.ts';
import { checkLink, linkKeys } from '../network/link-format.ts';
import { definition, duration, type JsonSchema, list, node, object } from '../schema-shapes.ts';
import type { RawDiskFault } from './disk-fault-format.ts';
import { buildMoment, momentKeys, type RawMoment } from './moment.ts';
import type { NetworkFault } from './network-fault.ts';
import type { RawNodeFault } from './node-fault-format.ts';
import { buildSpan, type RawSpan, spanKeys } from './span.ts';

/** The links that a fault concerns, as the file states them. */
interface RawBetween extends RawEnds {
  readonly direction?: Direction;
}

/** A fault of the network as the file states it. */
export type RawNetworkFault = { readonly id: string } & RawMoment &
  (
    | ({ readonly kind: 'cut' } & RawSpan & RawBetween)
    | ({ readonly kind: 'clog' } & RawSpan & RawBetween)
    | ({ readonly kind: 'degrade'; readonly link: RawLink } & RawSpan & RawBetween)
    | {
        readonly kind: 'swizzle-clog';
        readonly nodes: readonly string[];
        readonly spread: string;
        readonly for?: string;
      }
  );

const head = { id: definition('id', 'A name for reports.') };

const between = {
  ...endKeys,
  'direction?': {
    title: 'two-way or one-way',
    description: 'Whether what "to" sends to "from" is concerned as well; two-way by default.',
    enum: [...DIRECTIONS],
  },
};

const lasting = spanKeys('How long; until the run heals by default.');

/** The shapes of the faults of the network. */
export const networkFaultShapes: readonly JsonSchema[] = [
  object('Loses every message sent over some links; what is under way still arrives.', {
    ...head,
    kind: { const: 'cut' },
    ...between,
    ...momentKeys,
    ...lasting,
  }),
  object('Keeps every message sent over some links, and lets all go on, in order, at its end.', {
    ...head,
    kind: { const: 'clog' },
    ...between,
    ...momentKeys,
    ...lasting,
  }),
  object('Clogs all links of some nodes, one after another, and frees them in another order.', {
    ...head,
    kind: { const: 'swizzle-clog' },
    nodes: list('The nodes.', node('A node.')),
    spread: duration('Within what time all are clogged, and later all freed.'),
    ...momentKeys,
    'for?': duration('How long until the first may be freed; at least the spread, the default.'),
  }),
  object('Makes some links worse for a while.', {
    ...head,
    kind: { const: 'degrade' },
    ...between,
    ...momentKeys,
    ...lasting,
    link: object('What replaces the keys of those links.', linkKeys),
  }),
];

/** Converts a checked fault of the network. */
export function buildNetworkFault(raw: RawNetworkFault): NetworkFault {
  const common = { id: raw.id, moment: buildMoment(raw) };
  switch (raw.kind) {
    case 'cut':
    case 'clog':
      return { ...common, kind: raw.kind, ...buildSpan(raw), ...buildBetween(raw) };
    case 'degrade': {
      const link = buildLink(raw.link);
      return { ...common, kind: raw.kind, ...buildSpan(raw), ...buildBetween(raw), link };
    }
    case 'swizzle-clog': {
      const { kind, nodes, for: length = raw.spread } = raw;
      const spread = parseDuration(raw.spread);
      return { ...common, kind, nodes, spread, for: parseDuration(length) };
    }
  }
}

function buildBetween({ direction = 'two-way', ...ends }: RawBetween): Between {
  return { ...buildEnds(ends), direction };
}

/** Finds nodes in a fault of the network that do not exist; accepts values of any shape. */
export function checkNetworkFaultNames(
  fault: unknown,
  path: Path,
  nodes: readonly string[],
): Problem[] {
  return [
    ...checkEndNames(fault, path, nodes),
    ...knownEach('node', items(fault, 'nodes'), [...path, 'nodes'], nodes),
  ];
}

/** Finds values of a fault of the network that contradict each other; expects the checked shape. */
export function checkNetworkFaultValues(
  raw: RawNetworkFault | RawNodeFault | RawDiskFault,
  path: Path,
): Problem[] {
  switch (raw.kind) {
    case 'degrade':
      return checkLink(raw.link, [...path, 'link']);
    case 'swizzle-clog': {
      const { spread, for: length = spread } = raw;
      if (parseDuration(length) >= parseDuration(spread)) return [];
      const message = `expected at least the spread, ${spread}, got ${length}`;
      return [{ path: [...path, 'for'], at: 'value', message }];
    }
    default:
      return [];
  }
}
