import {
  type AccountInfo,
  type GetAccountInfo,
  NEW_ACCOUNT,
  type Result,
  readableFacts,
} from '@quorate/core';
import type { TransactionCertificate } from '@quorate/protocol';
import { isReader } from '../../world/links.ts';
import type { ProxyStep } from '../oracle.ts';

/**
 * What one validator has said about an account, and whether it has shown the certificate behind the
 * account's nonce (rule P7).
 */
export interface AccountWord {
  readonly info: AccountInfo;
  readonly isBacked: boolean;
}

/**
 * An account that a proxy has just answered about, and what each validator has said since the proxy
 * last asked it.
 */
export interface AnsweredAccount {
  readonly told: AccountInfo;
  /** By the node that said it; a later answer replaces an earlier one. */
  readonly said: ReadonlyMap<string, AccountWord>;
}

type Step = Pick<ProxyStep, 'node' | 'isFirst' | 'observation'>;

interface Open {
  readonly query: GetAccountInfo;
  /** The id of the proxy's latest requests; undefined once several readings have asked the same. */
  requestId: string | undefined;
  /** The id of its latest requests for certificates. */
  backingId: string | undefined;
  readonly said: Map<string, AccountWord>;
}

/** Follows the accounts that users ask proxies for, until they are answered. */
export interface AccountReadings {
  /** Takes a step of a proxy; lists the accounts that it answers about. */
  step(step: Step): readonly AnsweredAccount[];
}

/**
 * Creates the readings of a run in which nobody has asked.
 *
 * @param isGenuine whether a certificate proves itself.
 */
export function createAccountReadings(
  isGenuine: (certificate: TransactionCertificate) => boolean,
): AccountReadings {
  const proxies = new Map<string, Map<string, Open>>();

  function openAt(node: string): Map<string, Open> {
    const open = proxies.get(node) ?? new Map<string, Open>();
    proxies.set(node, open);
    return open;
  }

  /**
   * Notes who asks a proxy: the requests that the proxy sends in that step belong to that reading.
   */
  function noteAsked({ node, observation: { input, effects } }: Step): void {
    const sent = accountRequests(effects);
    const [request] = sent;
    if (request === undefined) return;
    const open = openAt(node);
    if (input.type === 'Message' && input.message.type === 'GetAccountInfo') {
      const { from, message: query } = input;
      if (!isReader(from)) return;
      const begun = { query, requestId: request.requestId, backingId: undefined, said: new Map() };
      open.set(keyOf(from, query.requestId), begun);
      return;
    }
    repeat(open, sent);
  }

  function hear(open: ReadonlyMap<string, Open>, { observation: { input, effects } }: Step): void {
    if (input.type !== 'Message' || input.message.type !== 'Response') return;
    const { from, message } = input;
    for (const reading of open.values()) {
      if (reading.requestId === message.requestId) {
        note(reading, from, message.result);
        reading.backingId ??= askedBehind(effects);
      } else if (reading.backingId === message.requestId) {
        noteBacking(reading, from, message.result);
      }
    }
  }

  function note({ query: { address }, said }: Open, from: string, result: Result): void {
    if (result.type !== 'AccountInfo' || result.address !== address) return;
    said.set(from, { info: result, isBacked: result.nextNonce === NEW_ACCOUNT.nextNonce });
  }

  // Any other answer shows no certificate.
  function noteBacking({ said }: Open, from: string, result: Result): void {
    const word = said.get(from);
    if (word === undefined || word.isBacked) return;
    const [first] = result.type === 'Certificates' ? result.certificates : [];
    if (first !== undefined && isBehind(first, word.info) && isGenuine(first)) {
      said.set(from, { ...word, isBacked: true });
    } else {
      said.delete(from);
    }
  }

  return {
    step(step) {
      // A crash has erased what an earlier life was asked and told.
      if (step.isFirst) proxies.delete(step.node);
      const open = proxies.get(step.node);
      if (open !== undefined && open.size > 0) hear(open, step);
      noteAsked(step);
      return step.observation.effects.flatMap((effect) => {
        if (effect.type !== 'Reply' || open === undefined) return [];
        const key = keyOf(effect.to, effect.requestId);
        const reading = open.get(key);
        open.delete(key);
        if (reading?.requestId === undefined || effect.result.type !== 'AccountInfo') return [];
        return [{ told: effect.result, said: reading.said }];
      });
    },
  };
}

type AccountRequest = GetAccountInfo & { readonly to: string };

// What those have said who are not asked again still counts.
function repeat(open: ReadonlyMap<string, Open>, requests: readonly AccountRequest[]): void {
  const [request] = requests;
  const repeated = [...open.values()].filter(({ query }) => query.address === request?.address);
  for (const reading of repeated) {
    // If several readings ask the same, it is unknown which one is repeated, and what is said
    // meanwhile, which may count to the end.
    const isKnown = repeated.length === 1 && reading.requestId !== undefined;
    reading.requestId = isKnown ? request?.requestId : undefined;
    reading.backingId = undefined;
    for (const { to } of requests) reading.said.delete(to);
  }
}

/** Lists the requests for an account that a step sends. */
function accountRequests(effects: Step['observation']['effects']): readonly AccountRequest[] {
  return effects.flatMap((effect) =>
    effect.type === 'Send' && effect.message.type === 'GetAccountInfo'
      ? [{ to: effect.to, ...effect.message }]
      : [],
  );
}

/** Gives the id of the request in which a step asks for a certificate. */
function askedBehind(effects: Step['observation']['effects']): string | undefined {
  for (const effect of effects) {
    if (effect.type !== 'Send' || effect.message.type !== 'GetCertificates') continue;
    if (effect.message.select.by === 'Sender') return effect.message.requestId;
  }
  return undefined;
}

/** Tells whether a certificate is the one just below a next nonce. */
function isBehind({ envelope }: TransactionCertificate, { address, nextNonce }: AccountInfo) {
  const shown = readableFacts(envelope)?.transaction;
  return shown?.sender === address && shown.nonce === nextNonce - 1n;
}

function keyOf(client: string, requestId: string): string {
  return `${client} ${requestId}`;
}
