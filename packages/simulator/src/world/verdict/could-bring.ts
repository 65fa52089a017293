import type { Retrospect } from '../../oracles/oracle.ts';
import { isUp } from '../is-up.ts';
import { isQuiet, type StoppedRun } from './calm.ts';
import { isWhole } from './reachable.ts';

/**
 * Tells whether a proxy had every opportunity to deliver to a validator what it had acknowledged
 * (rule P1): both are up, all faults ended long ago, and their link loses nothing. A partly healed
 * run does not count, because a node may have been unreachable for longer than a proxy tries.
 */
export function couldBring(run: StoppedRun): Retrospect['couldBring'] {
  const { world, scenario } = run;
  const isMended = scenario.phases?.heal === 'all' && isQuiet(run);
  const nodes = [...world.proxies, ...world.validators.map(({ node }) => node)];
  const answers = (name: string) => nodes.some((node) => node.name === name && isUp(world, node));
  return (proxy, validator) =>
    isMended && answers(proxy) && answers(validator) && isWhole(world, proxy, validator);
}
