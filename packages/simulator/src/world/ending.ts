import { lackOf, type Result } from '@quorate/core';
import type { Rejection } from '@quorate/protocol';
import type { FailedExpectation, OperationReport, Outcome } from '../run-result.ts';
import type { TransactionStep } from '../scenario/step.ts';

/** How a step ended, and why unless it is final. */
export type Ending = Pick<OperationReport, 'outcome' | 'reason'>;

/** How a step stands that has no answer yet. */
export const UNANSWERED: Ending = { outcome: 'unknown', reason: 'no answer' };

/** Reads from an answer how a step ended. */
export function outcomeOf(result: Result): Ending {
  if (result.type === 'Success') return { outcome: 'final' };
  if (result.type === 'IncompleteMultiSig' || result.type === 'IncompleteVerifierSigs') {
    return { outcome: 'incomplete', reason: result.reason };
  }
  if (result.type !== 'Rejected') return { outcome: 'unknown', reason: result.type };
  const { rejection } = result;
  if (rejection.code === 'QuorumUnreachable' && rejection.mintRemoved !== undefined) {
    return { outcome: 'locked-by-mint-removal', reason: 'MintAgainstRemoval' };
  }
  if (isBehindIncomplete(rejection)) return { outcome: 'incomplete', reason: rejection.code };
  // Where some validator may have signed, the money may still move.
  const isOpen =
    (rejection.code === 'QuorumUnreachable' && rejection.unsettled) ||
    rejection.code === 'PreviousTransactionMustBeConfirmedFirst';
  const outcome: Outcome = isOpen ? 'unknown' : 'refused';
  return { outcome, reason: rejection.code };
}

// A client sends nothing past what it has signed and others have not; no validator holds such a thing.
function isBehindIncomplete(rejection: Rejection): boolean {
  return (
    rejection.code === 'PreviousTransactionMustBeConfirmedFirst' &&
    rejection.pending.some((envelope) => lackOf(envelope) !== undefined)
  );
}

/**
 * Lists what a step had to end with and did not; `path` leads to the step in the scenario. A step that has
 * not begun has no ending, and so none that it had to have.
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

/** Writes an ending with what it was for, such as `refused (InsufficientFunding)`. */
export function endingInWords({ outcome, reason }: Ending): string {
  return reason === undefined ? outcome : `${outcome} (${reason})`;
}
