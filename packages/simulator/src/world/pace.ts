import {
  CLIENT_TIMINGS,
  type ClientTimings,
  PROXY_TIMINGS,
  type ProxyTimings,
} from '@quorate/core';
import { type Distribution, exponential, type LinkModel, parseDuration } from '@quorate/network';
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
  const links = [network.default, ...network.links].flatMap(({ delay }) => delay ?? []);
  return (
    paceOf({ network, cluster }) === 1n &&
    links.every((delay) => paceOver(delay) === 1n && isWithin(delay, PROXY_TIMINGS.deadlineNanos))
  );
}

/**
 * Tells whether a message over a link usually arrives in time for nodes that wait longer by this
 * factor.
 */
export function isInTime(link: LinkModel, pace: bigint): boolean {
  const { deadlineNanos } = proxyTimings(pace);
  return usual(link.delay) + holdUpOf(link) <= pace * PROMPT && isWithin(link.delay, deadlineNanos);
}

/** Gives a time in nanoseconds that a message over a link may well take. */
export function likelyTime(link: LinkModel): bigint {
  const { delay } = link;
  const tail = delay.kind === 'pareto' ? BigInt(Math.round(exceededBy('one in e', delay))) : 0n;
  const time = usual(delay);
  return (tail > time ? tail : time) + holdUpOf(link);
}

function holdUpOf({ reorder }: LinkModel): bigint {
  return reorder === undefined || reorder.probability === 0 ? 0n : reorder.by;
}

/** Tells whether messages of a heavy tail count as arriving: hardly any is later than this. */
function isWithin(delay: Distribution, span: bigint): boolean {
  return delay.kind !== 'pareto' || exceededBy('one in 100', delay) <= Number(span);
}

/** Natural logarithms. */
const SHARES = { 'one in e': 1, 'one in 100': 2 * Math.LN10 } as const;

/** Longer than any run. */
const LONGEST_TAIL = 864_000_000_000_000;

/** Gives the time in nanoseconds that such a share of all messages exceeds, or the longest. */
function exceededBy(
  share: keyof typeof SHARES,
  { min, alpha }: Extract<Distribution, { readonly kind: 'pareto' }>,
): number {
  return Math.min(Number(min) * exponential(SHARES[share] / alpha), LONGEST_TAIL);
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
