import type { Execute, Message } from '@quorate/core';
import { clauseOf } from '@quorate/network';
import { factsOf, type Operation } from '@quorate/protocol';
import { plainText } from '../../plain-text.ts';
import { isPlain, mannerOf } from '../../scenario/steps/manner.ts';
import type { OperationStep, TransactionStep } from '../../scenario/steps/step.ts';
import type { Parties } from '../parties.ts';
import { isWrittenByHand, signTransaction } from './intents.ts';
import type { Labels } from './labels.ts';
import { seatOf } from './seats.ts';
import type { SharedAccount, Wish } from './shared-accounts.ts';
import type { Wanted, Writer } from './writer.ts';

/** What a user needs to make a request. */
export interface Asking {
  readonly client: string;
  readonly parties: Parties;
  readonly labels: Labels;
  readonly writer: Writer;
  /** Notes that a step has begun, and gives the id of its request. */
  readonly begin: (summary: string) => string;
  /** Sends the request to the node of a client. */
  readonly send: (node: string, message: Message) => void;
}

/** Asks the user's own client to settle a transaction. */
export function askAlone(step: TransactionStep, asking: Asking): void {
  const { operations: steps, form } = step;
  const { client, send, parties, writer } = asking;
  const operations = writer.operations(steps, client);
  const requestId = asking.begin(clauseIn(operations, asking));
  const shown = shownWith(step, asking);
  if (!isPlain(step) || steps.some(isWrittenByHand)) {
    const transaction = writer.transaction(step, client);
    const envelope = signTransaction(transaction, parties.signer(client), form);
    send(client, { type: 'SubmitTransaction', requestId, envelope, ...shown });
  } else {
    send(client, { type: 'Execute', requestId, operations, ...shown });
  }
}

/** Signs a multisig account's transaction as one member, and asks for it to be settled. */
export function askTogether(step: TransactionStep, account: SharedAccount, asking: Asking): void {
  const { client, send, writer } = asking;
  const { name } = account;
  const envelope = account.share(client, wishOf(step), (place) =>
    writer.transaction(step, name, place),
  );
  const { operations } = factsOf(envelope.transaction).transaction;
  const requestId = asking.begin(`for ${name} ${clauseIn(operations, asking)}`);
  const shown = shownWith(step, asking);
  const message: Message = { type: 'SubmitTransaction', requestId, envelope, ...shown };
  send(seatOf(client, name), message);
}

// The recipient of a payment gets its certificate, and can show it with the transactions that build
// on it.
function shownWith(
  { witnesses }: TransactionStep,
  { labels }: Asking,
): Pick<Execute, 'witnessCertificates'> {
  const known = witnesses === true ? labels.latest() : [];
  return known.length === 0 ? {} : { witnessCertificates: known };
}

function clauseIn(operations: readonly Operation[], { parties, labels }: Asking): string {
  return clauseOf(operations, { nameOf: parties.nameOf, labelOf: labels.nameOf });
}

// Members want the same transaction even if they sign it in different forms, attach different
// certificates, or have different verifiers sign it.
function wishOf({ operations, form, ...manner }: Wanted): Wish {
  const { witnesses: _shown, ...written } = mannerOf(manner);
  return { text: plainText([written, operations.map(withoutSigners)]), form };
}

function withoutSigners(operation: OperationStep): OperationStep {
  return operation.op === 'claim' ? { ...operation, signers: [] } : operation;
}
