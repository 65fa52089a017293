import { isIncomplete, lackOf, type Result } from '@quorate/core';
import type { Address, Rejection } from '@quorate/protocol';
import { isOpen } from '../../oracles/following/refusal-kinds.ts';
import type { FailedExpectation, OperationReport, Outcome } from '../../run-result.ts';
import type { TransactionStep } from '../../scenario/steps/step.ts';

/** How a step ended, and why if it is not final. */
export type Ending = Pick<OperationReport, 'outcome' | 'reason' | 'shortfall' | 'unreached'>;

/** The ending of a step without an answer. */
export const UNANSWERED: Ending = { outcome: 'unknown', reason: 'no answer' };

/** Gives the ending that an answer means for a step. */
export function outcomeOf(result: Result): Ending {
  if (result.type === 'Success') return { outcome: 'final' };
  if (isIncomplete(result)) return { outcome: 'incomplete', reason: result.reason };
  if (result.type !== 'Rejected') return { outcome: 'unknown', reason: result.type };
  const { rejection } = result;
  if (rejection.code === 'QuorumUnreachable' && rejection.mintRemoved !== undefined) {
    return { outcome: 'locked-by-mint-removal', reason: 'MintAgainstRemoval' };
  }
  if (isBehindIncomplete(rejection)) return { outcome: 'incomplete', reason: rejection.code };
  // Some validator may have signed, so the payment may still happen.
  const mayHappen =
    isOpen(rejection) || rejection.code === 'PreviousTransactionMustBeConfirmedFirst';
  const outcome: Outcome = mayHappen ? 'unknown' : 'refused';
  return { outcome, reason: rejection.code, ...shortfallIn(rejection) };
}

function shortfallIn(rejection: Rejection): Pick<Ending, 'shortfall'> {
  if (rejection.code !== 'InsufficientFunding') return {};
  return { shortfall: { held: rejection.currentBalance, required: rejection.required } };
}

/** Gives the same, with what an answer says of validators if no quorum was reached. */
export function endingOf(result: Result, nameOf: (address: Address) => string): Ending {
  const ending = outcomeOf(result);
  return result.type === 'Rejected'
    ? { ...ending, ...unreachedIn(result.rejection, nameOf) }
    : ending;
}

function unreachedIn(
  rejection: Rejection,
  nameOf: (address: Address) => string,
): Pick<OperationReport, 'unreached'> {
  if (rejection.code !== 'QuorumUnreachable') return {};
  const silent = rejection.silent.map(nameOf);
  const refusals = rejection.refusals.map(
    ({ validator, rejection: { code, rule, ...facts } }) =>
      `${nameOf(validator)} ${code} (${rule})${'reason' in facts ? `: ${facts.reason}` : ''}`,
  );
  return refusals.length + silent.length === 0 ? {} : { unreached: { refusals, silent } };
}

// A client sends nothing after a transaction that still lacks signatures of others; no validator
// holds such a transaction.
function isBehindIncomplete(rejection: Rejection): boolean {
  return (
    rejection.code === 'PreviousTransactionMustBeConfirmedFirst' &&
    rejection.pending.some((envelope) => lackOf(envelope) !== undefined)
  );
}

/**
 * Lists the expectations of a step about its ending that were not met; `path` leads to the step in
 * the scenario. A step that has not begun has no ending, so it does not meet any.
 */
export function unmetBy(
  path: string,
  { outcome, code }: Pick<TransactionStep, 'outcome' | 'code'>,
  ending: Ending | undefined,
): readonly FailedExpectation[] {
  const actual = ending === undefined ? 'a step that has not begun' : endingInWords(ending);
  const reason = ending === undefined ? actual : (ending.reason ?? 'none');
  return [
    ...(outcome === undefined || outcome === ending?.outcome
      ? []
      : [{ expectation: `${path}.outcome`, expected: outcome, actual }]),
    ...(code === undefined || code === ending?.reason
      ? []
      : [{ expectation: `${path}.code`, expected: code, actual: reason }]),
  ];
}

/** Describes an ending with its reason, such as `refused (InsufficientFunding)`. */
export function endingInWords({ outcome, reason }: Ending): string {
  return reason === undefined ? outcome : `${outcome} (${reason})`;
}
