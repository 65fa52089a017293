import { formatDecimalAmount, NATIVE_TOKEN } from '@quorate/client';
import { type Message, readableFacts } from '@quorate/core';
import { clauseOf, type Naming } from '@quorate/network';
import {
  type Address,
  counted,
  formatAddress,
  type TransactionCertificate,
} from '@quorate/protocol';

type Envelope = Parameters<typeof readableFacts>[0];

/** Says in a line what a message has in it; empty if its kind says everything. */
export function contentInWords(message: Message, names: ReadonlyMap<Address, string>): string {
  const naming = namingOf(names);
  switch (message.type) {
    case 'SubmitTransaction':
    case 'CheckTransaction':
      return transactionInWords(message.envelope, naming);
    case 'SubmitCertificate':
    case 'AnnounceChange':
      return certificateInWords(message.certificate, naming);
    case 'Execute':
      return clauseOf(message.operations, naming);
    case 'GetAccountInfo':
    case 'GetPending':
      return naming.nameOf(message.address);
    case 'GetCertificates':
      return selectionInWords(message.select, naming);
    case 'GetTokenInfo':
    case 'GetEscrowJobs':
      return '';
    case 'GetSnapshot':
      return `epoch ${message.epoch}, ${message.page === null ? 'the root' : `page ${message.page}`}`;
    case 'Response':
      return answerInWords(message.result, naming);
  }
}

function answerInWords(
  result: Extract<Message, { readonly type: 'Response' }>['result'],
  naming: Naming,
): string {
  switch (result.type) {
    case 'Success':
      return certificateInWords(result.certificate, naming);
    case 'Certificates':
      return counted(result.certificates.length, 'certificate');
    case 'Signed':
      return `its next nonce is ${result.nextNonce}`;
    default:
      return '';
  }
}

function selectionInWords(
  select: Extract<Message, { readonly type: 'GetCertificates' }>['select'],
  { nameOf }: Naming,
): string {
  switch (select.by) {
    case 'Sender':
      return `of ${nameOf(select.sender)} from nonce ${select.fromNonce}`;
    case 'Basis':
      return `that ${nameOf(select.recipient)} builds on`;
    case 'Sequence':
      return `from place ${select.from}`;
    default:
      return '';
  }
}

function certificateInWords(
  { envelope, signatures }: TransactionCertificate,
  naming: Naming,
): string {
  const signed = counted(signatures.length, 'signature');
  return `${transactionInWords(envelope, naming)}, with ${signed}`;
}

function transactionInWords(envelope: Envelope, naming: Naming): string {
  const facts = readableFacts(envelope);
  if (facts === undefined) return 'bytes that are no transaction';
  const { sender, operations, nonce } = facts.transaction;
  return `${naming.nameOf(sender)} ${clauseOf(operations, naming)} at nonce ${nonce}`;
}

function namingOf(names: ReadonlyMap<Address, string>): Naming {
  const labelOf = shortened;
  return {
    nameOf: (address) => names.get(address) ?? shortened(formatAddress(address)),
    labelOf,
    sumOf: (amount, tokenId) =>
      tokenId === NATIVE_TOKEN.tokenId
        ? `${formatDecimalAmount(amount, NATIVE_TOKEN.decimals)} ${NATIVE_TOKEN.name}`
        : `${amount} of ${labelOf(tokenId)}`,
  };
}

function shortened(text: string): string {
  return `${text.slice(0, 9)}…${text.slice(-4)}`;
}
