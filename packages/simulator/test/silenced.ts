import { pay, scenarioOf } from './scenarios.ts';

/**
 * All validators sign, but the proxy hears of one signature alone until nobody waits for the
 * transaction any more.
 */
export const silenced = scenarioOf({
  clients: { alice: { balance: 10 }, bob: {} },
  network: { default: { delay: { dist: 'const', mean: '20 ms' } } },
  steps: { alice: [pay('bob', 1)] },
  faults: [
    {
      id: 'mute',
      kind: 'cut',
      from: ['v2', 'v3', 'v4'],
      to: 'p1',
      direction: 'one-way',
      when: { node: 'v1', after: 'signed' },
      for: '40 s',
    },
  ],
});
