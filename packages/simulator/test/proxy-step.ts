import type { ProxyStep } from '../src/oracles/oracle.ts';

/** Gives the step in which a proxy did that: none in which it begins, with nothing on its disk. */
export function proxyStep(observation: ProxyStep['observation']): ProxyStep {
  return { node: 'p1', observation, isFirst: false, disk: () => [], now: () => 0n };
}
