import type { RawLink } from '@quorate/network';
import type { Path } from '../../scenario/diagnostic.ts';
import { text } from '../../scenario/loose.ts';
import type { RawScenario } from '../../scenario/scenario.ts';
import { thinned } from '../thinned.ts';
import { valueAt, withoutPlaces, withValue } from '../tree.ts';

/** A link that only delivers, always after the same time. */
const PLAIN: RawLink = { delay: { dist: 'const', mean: '10 ms' }, drop: 0 };

const TROUBLES = [
  'drop',
  'burst',
  'dropResponses',
  'duplicate',
  'replay',
  'reorder',
  'corrupt',
] as const;

/** Switches off everything that the network and the disks do beyond delivering and writing. */
export function* plainerNetwork(document: RawScenario): Iterable<RawScenario> {
  const { network = {}, cluster } = document;
  const { default: base = {}, links = [], order = [] } = network;
  const withNetwork = (changed: RawScenario['network'] & object): RawScenario => ({
    ...document,
    network: { ...network, ...changed },
  });
  yield withNetwork({ default: PLAIN, links: [], schedule: 'fifo' });
  yield withNetwork({ schedule: 'fifo' });
  yield withNetwork({ schedule: 'random' });
  yield withNetwork({ default: PLAIN, links: [] });
  for (const fewer of thinned(links)) yield withNetwork({ links: fewer });
  for (const fewer of thinned(order)) yield withNetwork({ order: fewer });
  const { delay = PLAIN.delay } = base;
  yield withNetwork({ default: { ...PLAIN, ...(delay === undefined ? {} : { delay }) } });
  for (const trouble of TROUBLES) yield withoutTrouble(document, trouble);
  yield withNetwork({ default: { ...base, ...PLAIN } });
  for (const [index] of links.entries()) {
    yield withValue(document, ['network', 'links', index, 'delay'], PLAIN.delay);
  }
  const { disk: _disk, ...others } = cluster;
  yield { ...document, cluster: others };
  const { prune: _prune, ...keeping } = cluster;
  yield { ...document, cluster: keeping };
}

/** The places of the distributions from which delays are drawn. */
const DELAYS: readonly Path[] = [
  ['network', 'default', 'delay'],
  ['cluster', 'disk', 'flush'],
];

/**
 * Makes messages, or flushes, always take the same time: their average, where the distribution
 * states it.
 */
export function* steadierDelays(document: RawScenario): Iterable<RawScenario> {
  for (const place of DELAYS) {
    const delay = valueAt(document, place);
    const [span] = ['mean', 'median', 'max', 'min'].flatMap((key) => text(delay, key) ?? []);
    if (span !== undefined) yield withValue(document, place, { dist: 'const', mean: span });
  }
}

function withoutTrouble(document: RawScenario, trouble: string): RawScenario {
  const { links = [] } = document.network ?? {};
  return withoutPlaces(document, [
    ['network', 'default', trouble],
    ...links.map((_, index) => ['network', 'links', index, trouble]),
  ]);
}
