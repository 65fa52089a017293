import type { GetCertificates, GetEscrowJobs, GetTokenInfo, Message, Result } from '@quorate/core';
import { isReader } from '../world/links.ts';
import type { ProxyStep } from './oracle.ts';

/** What is asked for that needs no nonce behind it: all but accounts. */
export type PlainQuery = GetTokenInfo | GetEscrowJobs | GetCertificates;

/** A question of somebody who reads, and what validators have said to it since a proxy asked them last. */
export interface PlainReading {
  readonly query: PlainQuery;
  /** By the node that says it; what one says again takes the place of what it said. */
  readonly said: ReadonlyMap<string, Result>;
}

/** A question that a proxy has just answered. */
export interface AnsweredReading extends PlainReading {
  readonly told: Result;
}

type Step = Pick<ProxyStep, 'node' | 'observation'>;

interface Open {
  readonly query: PlainQuery;
  /** The id of the requests that the proxy has sent last; undefined before it has sent any. */
  requestId: string | undefined;
  said: Map<string, Result>;
}

/** Keeps what users ask proxies for, past accounts, until it is answered. */
export interface PlainReadings {
  /** Takes in a step of a proxy; lists what it answers. */
  step(step: Step): readonly AnsweredReading[];
}

/** Creates a memory of nothing. */
export function createPlainReadings(): PlainReadings {
  const proxies = new Map<string, Map<string, Open>>();

  // Only readers are looked after: what nodes ask for, they judge for themselves.
  function openAt({ node, observation: { input } }: Step): Map<string, Open> | undefined {
    const open = proxies.get(node);
    if (input.type !== 'Message') return open;
    const { from, message } = input;
    const query = plainQuery(message);
    if (query === undefined || !isReader(from)) return open;
    const begun = open ?? new Map<string, Open>();
    proxies.set(node, begun);
    const key = keyOf(from, query.requestId);
    if (!begun.has(key)) begun.set(key, { query, requestId: undefined, said: new Map() });
    return begun;
  }

  return {
    step(step) {
      const open = openAt(step);
      if (open === undefined || open.size === 0) return [];
      const { input, effects } = step.observation;
      if (input.type === 'Message' && input.message.type === 'Response') {
        hear(open, input.from, input.message);
      }
      return effects.flatMap((effect) => {
        if (effect.type === 'Send') repeat(open, effect.message);
        return effect.type === 'Reply' ? answered(open, effect) : [];
      });
    },
  };
}

function answered(
  open: Map<string, Open>,
  {
    to,
    requestId,
    result,
  }: { readonly to: string; readonly requestId: string; readonly result: Result },
): readonly AnsweredReading[] {
  const key = keyOf(to, requestId);
  const reading = open.get(key);
  if (reading === undefined) return [];
  open.delete(key);
  return [{ query: reading.query, said: reading.said, told: result }];
}

function hear(
  open: ReadonlyMap<string, Open>,
  from: string,
  { requestId, result }: { readonly requestId: string; readonly result: Result },
): void {
  for (const reading of open.values()) {
    if (reading.requestId === requestId) reading.said.set(from, result);
  }
}

// Whoever asks anew begins to count anew: what came before may be out of date.
function repeat(open: ReadonlyMap<string, Open>, message: Message): void {
  const sent = plainQuery(message);
  if (sent === undefined) return;
  for (const reading of open.values()) {
    if (reading.requestId === sent.requestId || !isSame(reading.query, sent)) continue;
    reading.requestId = sent.requestId;
    reading.said = new Map();
  }
}

// A proxy passes on the very object that it was handed, so that two who ask the same are told apart.
function isSame(query: PlainQuery, sent: PlainQuery): boolean {
  return subjectIn(query) === subjectIn(sent);
}

function subjectIn(query: PlainQuery): object {
  return query.type === 'GetTokenInfo' ? query.tokenIds : query.select;
}

function plainQuery(message: Message): PlainQuery | undefined {
  switch (message.type) {
    case 'GetTokenInfo':
    case 'GetEscrowJobs':
    case 'GetCertificates':
      return message;
    default:
      return undefined;
  }
}

function keyOf(client: string, requestId: string): string {
  return `${client} ${requestId}`;
}
