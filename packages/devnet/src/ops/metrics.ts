import { Counter, Gauge, Registry } from 'prom-client';
import type { PerformanceInfo } from './activity.ts';

/** What a metrics page shows of one validator. */
export interface MetricsSource {
  readonly validator: string;
  readonly performance: () => PerformanceInfo;
  /** Whether it serves. */
  readonly isActive: () => boolean;
}

/** Writes the metrics of a devnet as Prometheus reads them. */
export interface Metrics {
  readonly contentType: string;
  text(): Promise<string>;
}

/**
 * Creates the metrics of one devnet, with their own registry, so that several devnets can share a
 * process.
 */
export function createMetrics(sources: () => readonly MetricsSource[]): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const labelNames = ['validator'] as const;
  const gauge = (name: string, help: string, read: (source: MetricsSource) => number): void => {
    new Gauge({
      name,
      help,
      labelNames,
      registers,
      collect() {
        for (const source of sources()) this.set({ validator: source.validator }, read(source));
      },
    });
  };
  // A value that only grows is exposed as a counter, although it is counted elsewhere.
  const counter = (name: string, help: string, read: (source: MetricsSource) => number): void => {
    new Counter({
      name,
      help,
      labelNames,
      registers,
      collect() {
        this.reset();
        for (const source of sources()) this.inc({ validator: source.validator }, read(source));
      },
    });
  };
  counter(
    'quorate_signed_total',
    'Transactions signed since the start.',
    ({ performance }) => performance().signedTransactions,
  );
  counter(
    'quorate_settled_total',
    'Transactions settled, including those before the start.',
    ({ performance }) => performance().settledTransactions,
  );
  gauge(
    'quorate_accounts',
    'Accounts that took part in settled transactions.',
    ({ performance }) => performance().accountsCount,
  );
  gauge(
    'quorate_settled_per_second',
    'Transactions settled per second, over the last minute.',
    ({ performance }) => performance().transactionRates.lastMinute,
  );
  gauge(
    'quorate_settlement_seconds',
    'Mean time from the timestamp of a transaction to its settlement, over the latest ones.',
    ({ performance }) => performance().strongFinalityNanos / 1e9,
  );
  gauge('quorate_validator_up', 'Whether the validator serves: 1 or 0.', ({ isActive }) =>
    isActive() ? 1 : 0,
  );
  return {
    contentType: registry.contentType,
    text: () => registry.metrics(),
  };
}
