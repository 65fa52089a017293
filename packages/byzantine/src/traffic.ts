import { type Message, readableFacts } from '@quorate/core';
import type { Address } from '@quorate/protocol';
import type { RequestKind } from './words.ts';

/** Gives what a message asks of a validator; undefined if it is no such request. */
export function requestKindOf(message: Message): RequestKind | undefined {
  switch (message.type) {
    case 'CheckTransaction':
      return 'check';
    case 'SubmitTransaction':
      return 'sign';
    case 'SubmitCertificate':
      return 'settle';
    case 'GetAccountInfo':
    case 'GetTokenInfo':
    case 'GetCertificates':
    case 'GetEscrowJobs':
      return 'query';
    default:
      return undefined;
  }
}

/** Gives the account that a request concerns, if it names one. */
export function accountOf(message: Message): Address | undefined {
  switch (message.type) {
    case 'CheckTransaction':
    case 'SubmitTransaction':
      return readableFacts(message.envelope)?.transaction.sender;
    case 'SubmitCertificate':
      return readableFacts(message.certificate.envelope)?.transaction.sender;
    case 'GetAccountInfo':
    case 'GetPending':
      return message.address;
    case 'GetCertificates':
      return message.select.by === 'Sender' ? message.select.sender : undefined;
    default:
      return undefined;
  }
}
