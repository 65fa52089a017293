import type { Message, Response } from '@quorate/core';
import { isReader, userOf } from '../../world/links.ts';
import type { AskedRead, GivenRead, GivenRefusal, GivenWord, Wish } from '../oracle.ts';
import { isOpen } from './refusal-kinds.ts';
import { submissionOf } from './submission-of.ts';

/** Creates the reader of the messages of correct clients. */
export function wordReader({
  isCorrect,
  clients,
}: {
  readonly isCorrect: (node: string) => boolean;
  readonly clients: readonly string[];
}) {
  const speakers = new Set(clients.filter(isCorrect));
  return (by: string, message: Message): GivenWord | undefined =>
    speakers.has(by) && (message.type === 'SubmitTransaction' || message.type === 'Response')
      ? { from: by, message }
      : undefined;
}

/** Creates the reader of the requests that users make to correct clients, at any of their seats. */
export function wishReader({
  isCorrect,
  clients,
}: {
  readonly isCorrect: (node: string) => boolean;
  readonly clients: readonly string[];
}) {
  const users = new Set(clients.filter(isCorrect).map(userOf));
  return (by: string, message: Message): Wish | undefined =>
    users.has(by) && (message.type === 'Execute' || message.type === 'SubmitTransaction')
      ? message
      : undefined;
}

/** Creates the reader of the final refusals that proxies give to clients. */
export function refusalReader({
  isCorrect,
  proxies,
}: {
  readonly isCorrect: (node: string) => boolean;
  readonly proxies: readonly string[];
}) {
  return (by: string, { requestId, result }: Response): GivenRefusal | undefined => {
    if (result.type !== 'Rejected' || isOpen(result.rejection) || !proxies.includes(by)) {
      return undefined;
    }
    const id = submissionOf(requestId);
    if (id === undefined) return undefined;
    const { rejection } = result;
    return { by, isCorrect: isCorrect(by), id, rejection };
  };
}

/** Reads the queries of users to proxies, which bypass their clients. */
export function questionOf(by: string, message: Message): AskedRead | undefined {
  switch (message.type) {
    case 'GetAccountInfo':
    case 'GetTokenInfo':
    case 'GetEscrowJobs':
    case 'GetCertificates':
      return isReader(by) ? { requestId: message.requestId, query: message } : undefined;
    default:
      return undefined;
  }
}

/** Creates the reader of the answers of correct proxies about accounts and certificates. */
export function readReader({
  isCorrect,
  proxies,
}: {
  readonly isCorrect: (node: string) => boolean;
  readonly proxies: readonly string[];
}) {
  return (by: string, { requestId, result }: Response): GivenRead | undefined =>
    (result.type === 'AccountInfo' || result.type === 'Certificates') &&
    proxies.includes(by) &&
    isCorrect(by)
      ? { by, requestId, result }
      : undefined;
}
