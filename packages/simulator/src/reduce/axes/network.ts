import type { RawLink } from '@quorate/network';
import type { RawScenario } from '../../scenario/raw-scenario.ts';
import { thinned } from '../thinned.ts';
import { withoutPlaces, withValue } from '../tree.ts';

/** A link that does nothing but deliver, always after the same time. */
const PLAIN: RawLink = { delay: { dist: 'const', mean: '10 ms' }, drop: 0 };

/** What any delay amounts to whose spans have become 0. */
const NO_DELAY = { dist: 'const', mean: '0 ms' } as const;

const TROUBLES = [
  'drop',
  'burst',
  'dropResponses',
  'duplicate',
  'replay',
  'reorder',
  'corrupt',
] as const;

/** Switches off what the network and the disks do beyond delivering and writing. */
export function* plainerNetwork(document: RawScenario): Iterable<RawScenario> {
  const { network = {}, cluster } = document;
  const { default: base = {}, links = [] } = network;
  const withNetwork = (changed: RawScenario['network'] & object): RawScenario => ({
    ...document,
    network: { ...network, ...changed },
  });
  yield withNetwork({ default: PLAIN, links: [], schedule: 'fifo' });
  yield withNetwork({ schedule: 'fifo' });
  yield withNetwork({ schedule: 'random' });
  yield withNetwork({ default: PLAIN, links: [] });
  for (const fewer of thinned(links)) yield withNetwork({ links: fewer });
  const { delay = PLAIN.delay } = base;
  yield withNetwork({ default: { ...PLAIN, ...(delay === undefined ? {} : { delay }) } });
  for (const trouble of TROUBLES) yield withoutTrouble(document, trouble);
  yield withNetwork({ default: { ...base, ...PLAIN } });
  yield withNetwork({ default: { ...base, delay: NO_DELAY } });
  for (const [index] of links.entries()) {
    yield withValue(document, ['network', 'links', index, 'delay'], PLAIN.delay);
  }
  const { disk: _disk, ...others } = cluster;
  yield { ...document, cluster: others };
  const { prune: _prune, ...keeping } = cluster;
  yield { ...document, cluster: keeping };
}

function withoutTrouble(document: RawScenario, trouble: string): RawScenario {
  const { links = [] } = document.network ?? {};
  return withoutPlaces(document, [
    ['network', 'default', trouble],
    ...links.map((_, index) => ['network', 'links', index, trouble]),
  ]);
}
