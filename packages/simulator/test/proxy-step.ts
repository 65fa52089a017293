import type { ProxyStep } from '../src/oracles/oracle.ts';

/** Gives a step of a proxy with this observation: not its first, and with nothing on its disk. */
export function proxyStep(observation: ProxyStep['observation']): ProxyStep {
  return { node: 'p1', observation, isFirst: false, disk: () => [], now: () => 0n };
}
