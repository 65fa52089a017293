import type { Retrospect } from '../oracles/oracle.ts';
import { isQuiet, type StoppedRun } from './calm.ts';
import { isWhole } from './reachable.ts';

/**
 * Tells of a proxy and a validator whether the one had every occasion to bring the other what it
 * acknowledged (rule P1): both are up, all was mended long ago, and nothing is lost between them. Whoever
 * is mended in part may have been out of reach for longer than a proxy tries.
 */
export function couldBring(run: StoppedRun): Retrospect['couldBring'] {
  const { world, scenario } = run;
  const isMended = scenario.phases?.heal === 'all' && isQuiet(run);
  const isUp = (name: string): boolean =>
    [...world.proxies, ...world.validators.map(({ node }) => node)].some(
      (node) => node.name === name && node.status() === 'active',
    );
  return (proxy, validator) =>
    isMended && isUp(proxy) && isUp(validator) && isWhole(world, proxy, validator);
}
