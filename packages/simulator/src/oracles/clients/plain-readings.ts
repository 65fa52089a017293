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
      for (const reading of open.values()) repeat(reading, requests);
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

// Whoever is asked under another id is asked anew, and has said nothing yet. Whatever else was said
// since the reading began still counts, also what another copy of a request brings.
function repeat({ query, asked, said }: Open, requests: readonly Request[]) {
  const own = requests.flatMap(({ to, message }) => {
    const sent = plainQuery(message);
    return sent !== undefined && isSame(query, sent) ? [[to, sent.requestId] as const] : [];
  });
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
