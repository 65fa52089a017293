import {
  CLIENT_TIMINGS,
  type ClientTimings,
  PROXY_TIMINGS,
  type ProxyTimings,
} from '@quorate/core';
import { type Distribution, type LinkModel, parseDuration } from '@quorate/network';
import type { Schedule } from '../scenario/network/schedule.ts';
import type { Scenario } from '../scenario/scenario.ts';

/**
 * The longest usual time for a message or a flush at which nodes need not wait longer than usual.
 */
const PROMPT = parseDuration('1 s');

type Surroundings = Pick<Scenario, 'network' | 'cluster'>;

/**
 * Gives the factor by which nodes wait longer, so that disks and the default link count as prompt.
 * A node that repeats a request before the answer can arrive only gets outdated answers.
 */
export function paceOf({ network, cluster }: Surroundings): bigint {
  const link = paceOver(network.default.delay);
  const disk = paceOver(cluster.disk.flush);
  const overtaken = paceFor(windowOf(network.schedule));
  return [disk, overtaken].reduce((most, each) => (each > most ? each : most), link);
}

/** How late a message may come because others overtake it. */
function windowOf(schedule: Schedule): bigint {
  return typeof schedule === 'string' ? 0n : schedule.window;
}

/** Tells whether all disks and links are prompt, including single links. */
export function isPrompt({ network, cluster }: Surroundings): boolean {
  return (
    paceOf({ network, cluster }) === 1n &&
    network.links.every(({ delay }) => paceOver(delay) === 1n)
  );
}

/**
 * Tells whether a message over a link usually arrives in time for nodes that wait longer by this
 * factor.
 */
export function isInTime({ delay, reorder }: LinkModel, pace: bigint): boolean {
  const holdUp = reorder === undefined || reorder.probability === 0 ? 0n : reorder.by;
  return usual(delay) + holdUp <= pace * PROMPT;
}

function paceOver(delay: Distribution | undefined): bigint {
  return delay === undefined ? 1n : paceFor(usual(delay));
}

function paceFor(span: bigint): bigint {
  const needed = (span + PROMPT - 1n) / PROMPT;
  return needed > 1n ? needed : 1n;
}

/** Gives the timings of proxies. */
export function proxyTimings(pace: bigint): ProxyTimings {
  const { retryNanos, retryNanosMax, retriesMax, deadlineNanos } = PROXY_TIMINGS;
  return {
    retryNanos: pace * retryNanos,
    retryNanosMax: pace * retryNanosMax,
    retriesMax,
    deadlineNanos: pace * deadlineNanos,
  };
}

/** Gives the timings of clients. */
export function clientTimings(pace: bigint): ClientTimings {
  const { retryNanos, retryNanosMax, retriesMax } = CLIENT_TIMINGS;
  return { retryNanos: pace * retryNanos, retryNanosMax: pace * retryNanosMax, retriesMax };
}

function usual(distribution: Distribution): bigint {
  switch (distribution.kind) {
    case 'const':
    case 'exp':
      return distribution.mean;
    case 'uniform':
      return distribution.max;
    case 'lognormal':
      return distribution.p99;
    case 'pareto':
      return 10n * distribution.min;
  }
}
