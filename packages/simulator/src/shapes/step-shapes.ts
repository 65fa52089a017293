import { type Lock, openEnvelope, type Result, type ValidatorState } from '@quorate/core';
import { DecodeError, factsOf, type Operation, transactionId } from '@quorate/protocol';
import type { Settled, Start, ValidatorStep } from '../oracles/oracle.ts';
import { byText } from './by-text.ts';

/**
 * Gives what a correct validator answers to which request: the operations, and the rule that
 * refuses them.
 */
export function answerShapes({
  observation: { input, effects, before },
}: ValidatorStep): readonly string[] {
  if (input.type !== 'Message') return [];
  const { message } = input;
  const shapes: string[] = [];
  const phase = phaseOf(before);
  for (const effect of effects) {
    if (effect.type !== 'Reply' || isView(effect.result)) continue;
    const answer = answerOf(effect.result);
    if (effect.result.type === 'Rejected') shapes.push(`refused ${answer}`);
    shapes.push(`${message.type} ${subjectOf(message)}: ${answer}${phase}`);
  }
  return shapes;
}

/** Gives the state of a validator between epochs; empty while it knows only the first epoch. */
function phaseOf({ status, handover, committees }: ValidatorState): string {
  if (committees.length === 1) return '';
  const place = handover.served === 0 ? 'first' : 'later';
  return `, ${status} in a ${place} epoch`;
}

/** Gives what settled, what lock the validator held there, and the effect on balances. */
export function settlementShape(settled: Settled): string {
  const { before, changes, facts, transaction } = settled;
  const lock = lockBefore(before.account.get(transaction.sender)?.lock, facts.id);
  const debts = changes.flatMap(({ table, value, was }) =>
    table === 'balance' ? [debtOf(was ?? 0n, value ?? 0n)] : [],
  );
  const notable = debts.filter((debt) => debt !== 'positive');
  const effects = [...new Set(notable)].sort(byText).join('+');
  return `settled ${kindsOf(transaction.operations)} over ${lock}${effects === '' ? '' : `, ${effects}`}`;
}

/** Gives what a validator finds when it starts: locks, and results that it had not sent. */
export function startShape({ ledger, unsent }: Start): string | undefined {
  const locks = [...ledger.account.values()].flatMap(({ lock }) => lock?.kind ?? []);
  const lost = unsent.filter((result) => !isView(result)).map(answerOf);
  if (locks.length === 0 && lost.length === 0) return undefined;
  return `start with ${distinct(locks) || 'no lock'}, unsent ${distinct(lost) || 'nothing'}`;
}

/**
 * Lists the kinds of the operations of a transaction, each once; for escrow, the kinds of its
 * actions.
 */
function kindsOf(operations: readonly Operation[]): string {
  const kinds = operations.map((operation) =>
    operation.kind === 'Escrow' ? operation.escrow.kind : operation.kind,
  );
  return `${operations.length > 1 ? 'batch ' : ''}${distinct(kinds)}`;
}

function distinct(words: readonly string[]): string {
  return [...new Set(words)].sort(byText).join('+');
}

function isView({ type }: Result): boolean {
  return (
    type === 'Certificates' ||
    type === 'AccountInfo' ||
    type === 'TokenInfo' ||
    type === 'EscrowJobs'
  );
}

function answerOf(result: Result): string {
  return result.type === 'Rejected'
    ? `${result.rejection.code} (${result.rejection.rule})`
    : result.type;
}

type Heard = Extract<
  ValidatorStep['observation']['input'],
  { readonly type: 'Message' }
>['message'];

function subjectOf(message: Heard): string {
  switch (message.type) {
    case 'SubmitTransaction':
    case 'CheckTransaction':
      return kindsIn(message.envelope);
    case 'SubmitCertificate':
      return kindsIn(message.certificate.envelope);
    default:
      return '';
  }
}

function kindsIn(envelope: Parameters<typeof openEnvelope>[0]): string {
  try {
    return kindsOf(factsOf(openEnvelope(envelope).transaction).transaction.operations);
  } catch (error) {
    if (error instanceof DecodeError) return 'garbage';
    throw error;
  }
}

function lockBefore(lock: Lock | undefined, id: string): string {
  if (lock === undefined) return 'no lock';
  if (lock.kind === 'contested') return 'a contest';
  return transactionId(lock.envelope.transaction) === id ? 'its own lock' : 'a rival';
}

function debtOf(before: bigint, after: bigint): string {
  if (before >= 0n && after < 0n) return 'into debt';
  if (before < 0n) return after < 0n ? 'in debt' : 'out of debt';
  return after === 0n ? 'to zero' : 'positive';
}
