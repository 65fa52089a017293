import { type Committee, nodeNameOf, quorumSize } from '@quorate/core';
import { Hono } from 'hono';
import { putOff } from '../timing/put-off.ts';
import type { Metrics, MetricsSource } from './metrics.ts';

const metricsModule = putOff(() => import('./metrics.ts'));

/** Where the status of a devnet comes from. */
export interface OpsAppOptions {
  /** The current validators. */
  readonly sources: () => readonly MetricsSource[];
  /** The current committee. */
  readonly committee: () => Committee;
  /** Whether the proxy serves. */
  readonly isProxyActive: () => boolean;
}

/**
 * Creates `/healthz`, which answers while the process does; `/readyz`, which tells whether the
 * proxy and a quorum are running, and which nodes are not; and `/metrics` in the format of
 * Prometheus.
 */
export function createOpsApp({ sources, committee, isProxyActive }: OpsAppOptions): Hono {
  const app = new Hono();
  let metrics: Metrics | undefined;
  app.get('/healthz', (context) => context.json({ status: 'ok' }));
  app.get('/readyz', (context) => {
    const proxy = statusOf(isProxyActive());
    const validators = new Map(
      sources().map(({ validator, isActive }) => [validator, statusOf(isActive())]),
    );
    const status = proxy === 'up' ? readinessOf(committee(), validators) : 'unready';
    const components = { proxy, ...Object.fromEntries(validators) };
    return context.json({ status, components }, status === 'unready' ? 503 : 200);
  });
  app.get('/metrics', async (context) => {
    if (metrics === undefined) {
      const { createMetrics } = await metricsModule();
      metrics = createMetrics(sources);
    }
    return context.body(await metrics.text(), 200, { 'content-type': metrics.contentType });
  });
  return app;
}

type Status = 'up' | 'down';

function statusOf(isActive: boolean): Status {
  return isActive ? 'up' : 'down';
}

// A validator without a seat signs nothing, so it does not matter here.
function readinessOf(
  { members }: Committee,
  validators: ReadonlyMap<string, Status>,
): 'ready' | 'degraded' | 'unready' {
  const up = members.filter(({ validator }) => validators.get(nodeNameOf(validator)) === 'up');
  if (up.length < quorumSize(members.length)) return 'unready';
  return up.length < members.length ? 'degraded' : 'ready';
}
