import { type Message, readableFacts } from '@quorate/core';
import { describeMessage, REQUEST_TYPES, RESPONSE, type Sent } from '@quorate/network';
import type { Address, TransactionId } from '@quorate/protocol';
import { z } from 'zod';
import { ID_EXPECTED } from '../admin/wait-body.ts';
import { idIn } from '../http/rest/query.ts';
import { LIST_MAX } from './act-shape.ts';

/** Stands for every message that is no answer. */
const REQUEST = 'Request';

const KIND_EXPECTED = `expected ${REQUEST}, ${RESPONSE}, one of ${REQUEST_TYPES.join(', ')}, or what an answer says, such as "${RESPONSE} Signed"`;
const kind = z.string(KIND_EXPECTED).refine(isKind, KIND_EXPECTED);

/**
 * The shape of a choice among messages. A message is chosen if everything that is stated fits; its
 * kind is called as in the order of a scenario.
 */
export const choiceShape = z
  .strictObject({
    message: z.union([kind, z.array(kind).min(1).max(LIST_MAX)], KIND_EXPECTED).optional(),
    about: z
      .string()
      .refine((text) => idIn(text) !== undefined, ID_EXPECTED)
      .optional(),
    account: z.string().optional(),
  })
  .refine((stated) => Object.keys(stated).length > 0, 'expected message, about or account');

/** A choice among messages, as it is stated: an account is named, or given by its address. */
export type StatedChoice = z.output<typeof choiceShape>;

/** A choice with its account by address. */
export type Choice = Omit<StatedChoice, 'account'> & { readonly account?: Address };

/** What a message is about; an answer is about what it answers. */
export interface Subject {
  readonly transactionId?: TransactionId | undefined;
  /** The sender of the transaction, or the account that is asked for. */
  readonly account?: Address | undefined;
}

/** Gives the function that tells which messages are chosen; without a choice, all are. */
export function chosenBy(
  stated: Choice | undefined,
  subjectOf: (sent: Sent) => Subject,
): (sent: Sent) => boolean {
  if (stated === undefined) return () => true;
  const kinds = stated.message === undefined ? undefined : [stated.message].flat();
  const { account } = stated;
  const about = stated.about === undefined ? undefined : idIn<TransactionId>(stated.about);
  return (sent) => {
    if (kinds?.some((each) => isOfKind(sent.message as Message, each)) === false) return false;
    if (about === undefined && account === undefined) return true;
    const subject = subjectOf(sent);
    return (
      (about === undefined || subject.transactionId === about) &&
      (account === undefined || subject.account === account)
    );
  };
}

/** Gives what a message tells by itself of what it is about. */
export function ownSubject(message: Message): Subject {
  switch (message.type) {
    case 'SubmitTransaction':
    case 'CheckTransaction':
      return subjectIn(message.envelope);
    case 'SubmitCertificate':
    case 'AnnounceChange':
      return subjectIn(message.certificate.envelope);
    case 'GetAccountInfo':
    case 'GetPending':
      return { account: message.address };
    case 'GetCertificates': {
      const { select } = message;
      if (select.by === 'Sender') return { account: select.sender };
      return select.by === 'Id' ? { transactionId: select.transactionId } : {};
    }
    case 'Response': {
      const { result } = message;
      if (result.type === 'Success') return subjectIn(result.certificate.envelope);
      return { transactionId: describeMessage(message, String).transactionId };
    }
    default:
      return {};
  }
}

function subjectIn(envelope: Parameters<typeof readableFacts>[0]): Subject {
  const facts = readableFacts(envelope);
  return facts === undefined ? {} : { transactionId: facts.id, account: facts.transaction.sender };
}

function isOfKind(message: Message, wanted: string): boolean {
  if (wanted === RESPONSE) return message.type === RESPONSE;
  if (wanted === REQUEST) return message.type !== RESPONSE;
  // Only the words of an answer are more than its type.
  return message.type === RESPONSE
    ? describeMessage(message, String).kind === wanted
    : message.type === wanted;
}

function isKind(text: string): boolean {
  const isAnswer = text.startsWith(`${RESPONSE} `) && text.length > RESPONSE.length + 1;
  return isAnswer || [REQUEST, RESPONSE, ...REQUEST_TYPES].includes(text);
}
