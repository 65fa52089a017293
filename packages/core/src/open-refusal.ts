import type { Rejection } from '@quorate/protocol';

/** P4: tells whether a refusal leaves the outcome open, because some validator may have signed. */
export function isOpenRefusal(rejection: Rejection): boolean {
  return rejection.code === 'QuorumUnreachable' && rejection.unsettled;
}
