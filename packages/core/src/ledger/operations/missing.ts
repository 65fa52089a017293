import type { MissingDependency, Rejection, TokenId } from '@quorate/protocol';

/**
 * Reports at submission that a dependency has not settled here yet. This is not a refusal (rule
 * V6).
 */
export function missing(...dependencies: readonly MissingDependency[]): Rejection {
  return { code: 'MissingDependency', rule: 'V6', missing: dependencies };
}

/** Names a token whose creation has not settled here. */
export function missingToken(tokenId: TokenId): MissingDependency {
  return { kind: 'Token', id: tokenId };
}
