import type { Message } from '@quorate/core';
import { factsOf, type Operation } from '@quorate/protocol';
import type { Transport } from '@quorate/transport';
import type { OperationStep, TransactionStep } from '../scenario/step.ts';
import { clauseOf } from './clause.ts';
import type { Ending } from './ending.ts';
import { isWrittenByHand, signTransaction } from './intents.ts';
import type { Labels } from './labels.ts';
import { userOf } from './links.ts';
import type { Parties } from './parties.ts';
import type { SharedAccount } from './shared-accounts.ts';
import type { Writer } from './writer.ts';

/** What a user asks with. */
export interface Asking {
  readonly client: string;
  readonly transport: Transport<Message>;
  readonly parties: Parties;
  readonly labels: Labels;
  readonly writer: Writer;
  /** Notes that a step has begun; gives the id of its request. */
  readonly begin: (summary: string, account: SharedAccount | undefined) => string;
  /** Notes that the step has ended without a request. */
  readonly end: (ending: Ending) => void;
}

/** Asks the user's own client to settle a transaction. */
export function askAlone({ operations: steps }: TransactionStep, asking: Asking): void {
  const { client, transport, parties, writer } = asking;
  const operations = writer.operations(steps, client);
  const requestId = asking.begin(clauseIn(operations, asking), undefined);
  if (steps.some(isWrittenByHand)) {
    const envelope = signTransaction(writer.transaction(steps, client), parties.signer(client));
    transport.send(userOf(client), client, { type: 'SubmitTransaction', requestId, envelope });
  } else {
    transport.send(userOf(client), client, { type: 'Execute', requestId, operations });
  }
}

/** Signs for a multisig account, and has its transaction settled if no signature is missing. */
export function askTogether(
  { operations: steps }: TransactionStep,
  account: SharedAccount,
  asking: Asking,
): void {
  const { client, transport, writer } = asking;
  const { name, quorum } = account;
  const { envelope, signatures, isComplete } = account.sign(client, subjectOf(steps), () =>
    writer.transaction(steps, name),
  );
  const { operations } = factsOf(envelope.transaction).transaction;
  const requestId = asking.begin(`for ${name} ${clauseIn(operations, asking)}`, account);
  if (!isComplete) {
    asking.end({ outcome: 'incomplete', reason: `${signatures} of ${quorum} signatures` });
    return;
  }
  account.begin();
  transport.send(userOf(client), name, { type: 'SubmitTransaction', requestId, envelope });
}

function clauseIn(operations: readonly Operation[], { parties, labels }: Asking): string {
  return clauseOf(operations, { nameOf: parties.nameOf, labelOf: labels.nameOf });
}

/** Gives text that is equal for members who want the same of their account. */
function subjectOf(steps: readonly OperationStep[]): string {
  return JSON.stringify(steps, (_key, value: unknown) =>
    typeof value === 'bigint' ? `${value}n` : value,
  );
}
