import type { GetCertificates, GetEscrowJobs, GetTokenInfo, Message, Result } from '@quorate/core';
import { isReader } from '../../world/links.ts';
import type { ProxyStep } from '../oracle.ts';

/** Queries whose answers need no backing: all except those for accounts. */
export type PlainQuery = GetTokenInfo | GetEscrowJobs | GetCertificates;

/** A reader's question, and what each validator has answered since the proxy last asked it. */
export interface PlainReading {
  readonly query: PlainQuery;
  /** By the node that answered; a later answer replaces an earlier one. */
  readonly said: ReadonlyMap<string, Result>;
}

/** A question that a proxy has just answered. */
export interface AnsweredReading extends PlainReading {
  readonly told: Result;
}

type Step = Pick<ProxyStep, 'node' | 'isFirst' | 'observation'>;

/** A message to a validator. */
interface Request {
  readonly to: string;
  readonly message: Message;
}

interface Open {
  readonly query: PlainQuery;
  /** The id of the proxy's latest request to each validator that still may answer it. */
  readonly asked: Map<string, string>;
  readonly said: Map<string, Result>;
}

/** Follows what users ask proxies for, except accounts, until it is answered. */
export interface PlainReadings {
  /** Takes a step of a proxy; lists what it answers. */
  step(step: Step): readonly AnsweredReading[];
}

/** Creates the readings of a run in which nobody has asked. */
export function createPlainReadings(): PlainReadings {
  const proxies = new Map<string, Map<string, Open>>();

  // Only readers are followed: nodes judge for themselves what they ask for.
  function openAt({ node, observation: { input } }: Step): Map<string, Open> | undefined {
    const open = proxies.get(node);
    if (input.type !== 'Message') return open;
    const { from, message } = input;
    const query = plainQuery(message);
    if (query === undefined || !isReader(from)) return open;
    const begun = open ?? new Map<string, Open>();
    proxies.set(node, begun);
    const key = keyOf(from, query.requestId);
    if (!begun.has(key)) begun.set(key, { query, asked: new Map(), said: new Map() });
    return begun;
  }

  return {
    step(step) {
      // A crash has erased what an earlier life was asked and told.
      if (step.isFirst) proxies.delete(step.node);
      const open = openAt(step);
      if (open === undefined || open.size === 0) return [];
      const { input, effects } = step.observation;
      if (input.type === 'Message' && input.message.type === 'Response') {
        hear(open, input.from, input.message);
      }
      const requests = effects.flatMap((effect) => (effect.type === 'Send' ? [effect] : []));
      const isRound = input.type === 'Timer';
      for (const reading of open.values()) repeat(reading, requests, isRound);
      return effects.flatMap((effect) => (effect.type === 'Reply' ? answered(open, effect) : []));
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
    if (reading.asked.get(from) === requestId) reading.said.set(from, result);
  }
}

// A repetition has an id of its own, and so has what a member is asked once it serves. Earlier
// answers of those who are asked may be out of date; what others have said still counts, but after
// a new round nothing more counts that they say to an earlier one, such as another copy of it.
function repeat({ query, asked, said }: Open, requests: readonly Request[], isRound: boolean) {
  const own = requests.flatMap(({ to, message }) => {
    const sent = plainQuery(message);
    return sent !== undefined && isSame(query, sent) ? [[to, sent.requestId] as const] : [];
  });
  if (isRound && own.length > 0) {
    const again = new Set(own.map(([to]) => to));
    for (const name of asked.keys()) if (!again.has(name)) asked.delete(name);
  }
  for (const [to, requestId] of own) {
    if (asked.get(to) === requestId) continue;
    asked.set(to, requestId);
    said.delete(to);
  }
}

// A proxy passes on the very object it was given, so two readers who ask the same can be told
// apart.
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
