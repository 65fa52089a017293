import { pay, scenarioOf } from './scenarios.ts';

/** Two of four have signed for Alice when their epoch ends; the proxy hears of it, and asks the next committee. */
export const HALF_SIGNED = scenarioOf({
  clients: { alice: { balance: 100 }, bob: {} },
  network: { default: { delay: { dist: 'const', mean: '20 ms' } }, schedule: 'fifo' },
  steps: { alice: [{ op: 'wait', for: '2 s' }, pay('bob', 10)] },
  changes: [
    {
      id: 'renew',
      when: { node: 'v2', after: 'signed', count: 6 },
      members: ['v1', 'v2', 'v3', 'v4'],
      deliver: ['v1', 'v2', 'v3', 'v4'],
    },
  ],
  faults: [
    {
      id: 'held-up',
      kind: 'clog',
      from: 'p1',
      to: ['v3', 'v4'],
      direction: 'one-way',
      at: '2050 ms',
      for: '500 ms',
    },
  ],
});
