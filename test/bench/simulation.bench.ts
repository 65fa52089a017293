import { loadEd25519 } from '@quorate/crypto';
import { runScenario } from '@quorate/simulator';
import { type BenchOptions, bench, describe } from 'vitest';
import { scenarioOf } from '../scenario-documents.ts';
import { createStopwatch, say } from './median.ts';

const PAYMENTS_EACH = 20;
const names = Array.from({ length: 10 }, (_, index) => `c${index}`);

const scenario = scenarioOf({
  cluster: {
    validators: 4,
    clients: Object.fromEntries(names.map((name) => [name, { balance: 1_000 }])),
  },
  workload: names.map((client, index) => ({
    id: `of-${client}`,
    client,
    steps: Array.from({ length: PAYMENTS_EACH }, (_, step) => ({
      op: 'pay',
      to: names[(index + step + 1) % names.length],
      amount: 1,
    })),
  })),
});

const { events, certificates, verdict } = runScenario(scenario);
if (verdict !== 'pass') throw new Error(`the scenario to be measured ended with ${verdict}`);

const ed25519 = loadEd25519();
const seed = new Uint8Array(32).fill(7);
const message = new Uint8Array(256).fill(1);
const publicKey = ed25519.publicKey(seed);
const signature = ed25519.sign(message, seed);

const OPTIONS: BenchOptions = { iterations: 10, time: 500, warmupIterations: 3, warmupTime: 0 };

describe(`${certificates.length} payments among ten clients, 4 validators, times in ms`, () => {
  const signing = createStopwatch();
  const verifying = createStopwatch();
  const running = createStopwatch();

  bench(`one signature (${ed25519.backend})`, () => {
    signing.time(() => ed25519.sign(message, seed));
  });

  bench(`one verification (${ed25519.backend})`, () => {
    verifying.time(() => ed25519.verify(signature, message, publicKey));
  });

  bench('the whole simulation', () => void running.time(() => runScenario(scenario)), {
    ...OPTIONS,
    teardown(_task, mode) {
      if (mode !== 'run') return;
      const perSecond = (count: number) =>
        Math.round((count / running.median()) * 1_000).toLocaleString('en');
      const payment = running.median() / certificates.length;
      const asMany = (stopwatch: { median(): number }) => (payment / stopwatch.median()).toFixed(0);
      say(
        `simulation: ${perSecond(events)} events/s, ${perSecond(certificates.length)} payments/s`,
      );
      say(
        `a simulated payment costs ${payment.toFixed(2)} ms: ${asMany(verifying)} verifications or ${asMany(signing)} signatures`,
      );
    },
  });
});
