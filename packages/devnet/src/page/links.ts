import type { Fault, HeldMessages } from './answers.ts';

/** Names as faults have them: the proxy, and all callers over HTTP. */
const [PROXY, HTTP] = ['p1', 'http'];

/** A link between two nodes, as a person reads a table of them. */
export interface Link {
  /** Sends requests. */
  readonly caller: string;
  /** Answers them. */
  readonly receiver: string;
}

/** What is in effect on a link. */
export interface LinkState {
  /** Empty if everything passes; `→` is from caller to receiver, `←` back. */
  readonly words: readonly string[];
  /** The faults that strike this link and no other. */
  readonly own: readonly Fault[];
  /** The faults that strike other links, too. */
  readonly wider: readonly Fault[];
}

/** What faults do on a network at present. */
export interface Struck {
  readonly faults: readonly Fault[];
  readonly held: HeldMessages;
}

/**
 * Tells whether requests go over a link where faults can strike: clients only ask the proxy. Of
 * validators that are `overHttp`, callers reach the ports.
 */
export function isLink({ caller, receiver }: Link, overHttp: readonly string[]): boolean {
  if (receiver === PROXY) return caller !== PROXY;
  return caller === PROXY || (caller === HTTP && !overHttp.includes(receiver));
}

/** Tells whether a fault is one of links. */
export function isOfLinks({ kind }: Fault): boolean {
  return kind === 'cut' || kind === 'clog' || kind === 'degrade';
}

/** Gives what is in effect on a link. */
export function linkState({ faults, held }: Struck, link: Link): LinkState {
  const striking = faults.filter((fault) => arrowOf(fault, link) !== undefined);
  const isOwn = (fault: Fault): boolean => {
    const ends = [...endsOf(fault, 'from'), ...endsOf(fault, 'to')];
    return ends.every((end) => end === link.caller || end === link.receiver);
  };
  return {
    words: striking.map((fault) => `${wordsOf(fault, held, link)}${arrowOf(fault, link)}`),
    own: striking.filter(isOwn),
    wider: striking.filter((fault) => !isOwn(fault)),
  };
}

/** Gives in which direction a fault strikes a link; empty if in both, undefined if in none. */
function arrowOf(fault: Fault, { caller, receiver }: Link): '' | ' →' | ' ←' | undefined {
  if (!isOfLinks(fault)) return undefined;
  const has = (key: 'from' | 'to', node: string): boolean => {
    const ends = endsOf(fault, key);
    return ends.includes('*') || ends.includes(node);
  };
  const isTwoWay = fault['direction'] !== 'one-way';
  const along = has('from', caller) && has('to', receiver);
  const against = has('from', receiver) && has('to', caller);
  if (isTwoWay) return along || against ? '' : undefined;
  if (along) return against ? '' : ' →';
  return against ? ' ←' : undefined;
}

function endsOf(fault: Fault, key: 'from' | 'to'): readonly unknown[] {
  return [fault[key]].flat();
}

function wordsOf(fault: Fault, held: HeldMessages, { caller, receiver }: Link): string {
  if (fault.kind === 'cut') return 'cut';
  if (fault.kind === 'degrade') return degradedWords(fault['link']);
  const ends = [caller, receiver];
  const here = held.messages.filter(
    (each) => each.fault === fault.id && ends.includes(each.from) && ends.includes(each.to),
  ).length;
  const isMore = held.count > held.messages.length;
  return `holds ${here}${isMore ? ' or more' : ''}`;
}

type Fields = Readonly<Record<string, unknown>>;

function degradedWords(link: unknown): string {
  return Object.entries(link as Fields)
    .map(([key, value]) => {
      if (key === 'delay') return `takes ${delayWords(value as Fields)}`;
      if (key === 'drop') return `loses ${percent(value)}`;
      if (key === 'dropResponses') return `loses ${percent(value)} of answers`;
      return key === 'burst' ? 'in bursts' : `${key}s`;
    })
    .join(', ');
}

function delayWords({ dist, mean, median, min, max }: Fields): string {
  if (dist === 'const') return String(mean);
  if (dist === 'uniform') return `${min} to ${max}`;
  return `about ${median ?? mean ?? min}`;
}

function percent(probability: unknown): string {
  return `${Number((Number(probability) * 100).toPrecision(3))}%`;
}
