import type { Result } from '@quorate/core';
import type { ProxySubmitTransactionResult } from '@quorate/protocol';

/** How a submission ends if the proxy does not refuse it. */
export type Submitted = Extract<
  Result,
  { readonly type: 'Success' | 'IncompleteMultiSig' | 'IncompleteVerifierSigs' }
>;

/** The names of these ends. */
export const SUBMITTED = ['Success', 'IncompleteMultiSig', 'IncompleteVerifierSigs'] as const;

/** Writes the end of a submission as the interface shows it. */
export function submitResultOf(result: Submitted): ProxySubmitTransactionResult {
  return result.type === 'Success'
    ? { kind: 'Success', certificate: result.certificate }
    : { kind: result.type };
}
