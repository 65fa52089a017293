import { type EpochNetwork, keyOf } from '@quorate/testkit/epoch-network';
import type { Effect } from '../src/effect.ts';
import type { ProxyMessage, Result } from '../src/message.ts';
import { PROXY_RULES } from '../src/proxy/rules.ts';
import type { ProxyResume, ProxyStep } from '../src/proxy/state.ts';
import { stepProxy } from '../src/proxy/step.ts';
import { VERIFIER } from './genesis.ts';

/**
 * Takes the proxy out of its network; it hears what it is given, and its sends are handed back. It
 * finds nothing in its store.
 */
export function createListener(network: EpochNetwork) {
  const env = { now: 0n, signer: keyOf('p', 0), verifier: VERIFIER, rules: PROXY_RULES };
  const replies: Result[] = [];
  let state = network.proxyState();
  const carryOut = (step: ProxyStep): readonly Extract<Effect<ProxyResume>, { type: 'Send' }>[] => {
    state = step.state;
    return step.effects.flatMap((effect) => {
      if (effect.type === 'Reply') replies.push(effect.result);
      if (effect.type === 'Send') return [effect];
      if (effect.type !== 'Load') return [];
      const { resume, ranges } = effect;
      return carryOut(
        stepProxy(state, { type: 'Loaded', resume, rows: ranges.map(() => []) }, env),
      );
    });
  };
  const hear = (from: string, message: ProxyMessage) =>
    carryOut(stepProxy(state, { type: 'Message', from, message }, env));
  return { hear, replies, readUnderWay: () => state.reads.get(0) };
}
