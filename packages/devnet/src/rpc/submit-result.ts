import type { Result } from '@quorate/core';
import type { ProxySubmitTransactionResult } from '@quorate/protocol';

/** The names of the ends of a submission that the proxy does not refuse. */
export const SUBMITTED = ['Success', 'IncompleteMultiSig', 'IncompleteVerifierSigs'] as const;

/** How a submission ends if the proxy does not refuse it. */
export type Submitted = Extract<Result, { readonly type: (typeof SUBMITTED)[number] }>;

/** Writes the end of a submission as the interface shows it. */
export function submitResultOf(result: Submitted): ProxySubmitTransactionResult {
  return result.type === 'Success'
    ? { kind: 'Success', certificate: result.certificate }
    : { kind: result.type };
}
