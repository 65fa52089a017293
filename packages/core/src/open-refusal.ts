import type { Rejection } from '@quorate/protocol';

/** P4: tells whether a refusal leaves it open what becomes of a transaction: some validator may hold it. */
export function isOpenRefusal(rejection: Rejection): boolean {
  return rejection.code === 'QuorumUnreachable' && rejection.unsettled;
}
