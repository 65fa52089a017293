import {
  CLIENT_MESSAGES,
  type Message,
  PROXY_MESSAGES,
  type Result,
  readableFacts,
  VALIDATOR_MESSAGES,
} from '@quorate/core';
import type { Address, TransactionId } from '@quorate/protocol';

/** The type of answers. What one says stands behind it, as in `Response Signed`. */
export const RESPONSE = 'Response';

/** The types of requests. */
export const REQUEST_TYPES: readonly string[] = Object.keys({
  ...CLIENT_MESSAGES,
  ...PROXY_MESSAGES,
  ...VALIDATOR_MESSAGES,
}).filter((type) => type !== RESPONSE);

/** What a message is called and which transaction it is about. */
export interface MessageDescription {
  /** Its type; for a response, also what that says, such as `Response Signed`. */
  readonly kind: string;
  /** Absent if it is about none, or if its bytes decode to none. */
  readonly transactionId?: TransactionId;
  /** Who signed the certificate that it carries; absent if it carries none. */
  readonly signers?: readonly string[];
}

/** Describes a message: its kind, and what it is about. */
export function describeMessage(
  message: Message,
  nameOf: (address: Address) => string,
): MessageDescription {
  switch (message.type) {
    case 'SubmitTransaction':
    case 'CheckTransaction':
      return { kind: message.type, ...identify(message.envelope) };
    case 'SubmitCertificate':
    case 'AnnounceChange': {
      const { envelope, signatures } = message.certificate;
      const signers = signatures.map(([name]) => nameOf(name));
      return { kind: message.type, ...identify(envelope), signers };
    }
    case 'GetCertificates':
    case 'GetAccountInfo':
    case 'GetTokenInfo':
    case 'GetPending':
    case 'GetEscrowJobs':
    case 'GetSnapshot':
    case 'Execute':
      return { kind: message.type };
    case 'Response':
      return { kind: `${RESPONSE} ${verdictOf(message.result)}`, ...subjectOf(message.result) };
  }
}

// Bytes that decode to no transaction have no id.
function identify(
  envelope: Parameters<typeof readableFacts>[0],
): Pick<MessageDescription, 'transactionId'> {
  const facts = readableFacts(envelope);
  return facts === undefined ? {} : { transactionId: facts.id };
}

function subjectOf(result: Result): Pick<MessageDescription, 'transactionId'> {
  switch (result.type) {
    case 'Signed':
    case 'Admissible':
    case 'Settled':
      return { transactionId: result.transactionId };
    case 'Success':
      return identify(result.certificate.envelope);
    default:
      return {};
  }
}

/** Gives what an answer says in one word: the code of a refusal, or else its type. */
export function verdictOf(result: Result): string {
  return result.type === 'Rejected' ? result.rejection.code : result.type;
}
