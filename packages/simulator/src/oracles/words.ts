import type { Message, Response } from '@quorate/core';
import type { TransactionId } from '@quorate/protocol';
import { userOf } from '../world/links.ts';
import { isOpen } from './client-promises.ts';
import type { GivenRefusal, GivenWord } from './oracle.ts';

/** Creates what reads the words of correct clients and of their users. */
export function wordReader({
  isCorrect,
  clients,
}: {
  readonly isCorrect: (node: string) => boolean;
  readonly clients: readonly string[];
}) {
  const speakers = new Map(clients.filter(isCorrect).map((name) => [name, name]));
  const users = new Map(clients.filter(isCorrect).map((name) => [userOf(name), name]));
  return (by: string, message: Message): GivenWord | undefined => {
    switch (message.type) {
      case 'Execute': {
        const from = users.get(by);
        return from === undefined ? undefined : { from, message };
      }
      case 'SubmitTransaction':
      case 'Response': {
        const from = speakers.get(by);
        return from === undefined ? undefined : { from, message };
      }
      default:
        return undefined;
    }
  };
}

const SUBMISSION = /^submit:([0-9a-f]{64}):/;

/** Creates what reads the refusals for good that proxies give to clients. */
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
    const [, id] = SUBMISSION.exec(requestId) ?? [];
    if (id === undefined) return undefined;
    const { rejection } = result;
    return { by, isCorrect: isCorrect(by), id: id as TransactionId, rejection };
  };
}
