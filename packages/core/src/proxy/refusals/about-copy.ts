import type { Rejection } from '@quorate/protocol';
import { roleFault } from '../../verification/roles.ts';
import type { ProxyState, Submission } from '../state.ts';

/**
 * Tells whether a refusal is about a damaged copy and not about the bytes that the client handed in
 * (rule P4).
 *
 * Validators check form, network and signatures before anything else (rules V1 to V3), and the
 * proxy has checked them too. So a validator that objects to them received other bytes, or lies.
 * The exception is a validator key in another role: that is a fault for everybody.
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
