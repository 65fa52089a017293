import { Hono } from 'hono';
import type { Metrics, MetricsSource } from './metrics.ts';

/** What tells how a devnet is. */
export interface OpsAppOptions {
  /** The validators at present. */
  readonly sources: () => readonly MetricsSource[];
  /** Whether the proxy serves. */
  readonly isProxyActive: () => boolean;
}

/**
 * Creates `/healthz`, which answers while the process does; `/readyz`, which tells whether proxy and
 * validators serve; and `/metrics` in the format of Prometheus.
 */
export function createOpsApp({ sources, isProxyActive }: OpsAppOptions): Hono {
  const app = new Hono();
  let metrics: Metrics | undefined;
  app.get('/healthz', (context) => context.json({ status: 'ok' }));
  app.get('/readyz', (context) => {
    const components = {
      proxy: statusOf(isProxyActive()),
      ...Object.fromEntries(
        sources().map(({ validator, isActive }) => [validator, statusOf(isActive())]),
      ),
    };
    // A quorum serves without the others, but whoever asks wants to know of each.
    const isReady = Object.values(components).every((status) => status === 'up');
    return context.json(
      { status: isReady ? 'ready' : 'degraded', components },
      isReady ? 200 : 503,
    );
  });
  app.get('/metrics', async (context) => {
    if (metrics === undefined) {
      const { createMetrics } = await import('./metrics.ts');
      metrics = createMetrics(sources);
    }
    return context.body(await metrics.text(), 200, { 'content-type': metrics.contentType });
  });
  return app;
}

function statusOf(isActive: boolean): 'up' | 'down' {
  return isActive ? 'up' : 'down';
}
