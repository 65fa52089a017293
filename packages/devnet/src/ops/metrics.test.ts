import { expect, it } from 'vitest';
import { NOTHING_DONE } from './activity.ts';
import { createMetrics } from './metrics.ts';

it('writes what each validator has done in the units of Prometheus, and what it has by now', async () => {
  let settledTransactions = 3;
  const performance = () => ({
    ...NOTHING_DONE,
    strongFinalityNanos: 2_500_000_000,
    transactionRates: { lastSecond: 7, lastMinute: 0.5, lastHour: 0.25 },
    settledTransactions,
  });
  const metrics = createMetrics(() => [
    { validator: 'v1', performance, isActive: () => true },
    { validator: 'v2', performance: () => NOTHING_DONE, isActive: () => false },
  ]);
  await metrics.text();
  settledTransactions = 4;
  const lines = (await metrics.text()).split('\n');
  for (const line of [
    'quorate_settled_total{validator="v1"} 4',
    'quorate_settled_per_second{validator="v1"} 0.5',
    'quorate_settlement_seconds{validator="v1"} 2.5',
    'quorate_validator_up{validator="v1"} 1',
    'quorate_validator_up{validator="v2"} 0',
  ]) {
    expect(lines).toContain(line);
  }
});
