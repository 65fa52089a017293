import type { Rejection } from '@quorate/protocol';
import { roleFault } from '../verification/roles.ts';
import type { ProxyState, Submission } from './state.ts';

/**
 * Tells whether a refusal is about the bytes that somebody was sent, and not those that were handed in (rule P4).
 *
 * Form, network and signatures are looked at before anything else (rules V1 to V3), and were checked here: whoever finds
 * fault with them was sent other bytes, or lies. But a key that has two roles has them for everybody.
 */
export function isAboutCopy(
  refusal: Rejection,
  submission: Pick<Submission, 'envelope' | 'facts'>,
  { committees }: Pick<ProxyState, 'committees'>,
): boolean {
  switch (refusal.code) {
    case 'InvalidRequest':
      return true;
    case 'InvalidSignature':
      return roleFault(submission, committees) === undefined;
    case 'NonSubmittableOperation':
      return refusal.rule === 'V2';
    default:
      return false;
  }
}
