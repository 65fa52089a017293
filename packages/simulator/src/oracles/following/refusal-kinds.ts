import type { Rejection } from '@quorate/protocol';

/** Tells whether a refusal leaves the outcome of the transaction open (rule P4). */
export function isOpen(rejection: Rejection): boolean {
  return rejection.code === 'QuorumUnreachable' && rejection.unsettled;
}

/**
 * The refusals that a proxy only passes on: what they say only validators can find out, except for
 * the verifiers of a claim, which a proxy checks too.
 */
export const FROM_VALIDATORS: ReadonlySet<Rejection['code']> = new Set<Rejection['code']>([
  'InsufficientFunding',
  'MissingDependency',
  'NonSubmittableOperation',
  'PreviousTransactionMustBeConfirmedFirst',
]);
