import type { Signer } from '@quorate/crypto';
import {
  type Address,
  type EvaluationFee,
  type HexBytes,
  NATIVE_TOKEN_ID,
  type Operation,
  operationId,
  type TokenId,
} from '@quorate/protocol';

/** Creates a token. */
export function tokenCreation(tokenName: string, mints: readonly Address[] = []): Operation {
  const rest = { decimals: 0, initialAmount: 0n, mints, userData: null };
  return { kind: 'TokenCreation', tokenName, ...rest };
}

type Update = Omit<Extract<Operation, { readonly kind: 'TokenManagement' }>, 'kind' | 'tokenId'>;

/** Updates the token that the first operation of the same transaction creates. */
export function tokenUpdate(
  { signer, nonce }: { readonly signer: Pick<Signer, 'address'>; readonly nonce: bigint },
  update: Partial<Update>,
): Operation {
  const tokenId = operationId(signer.address, nonce, 0) as TokenId;
  const nothing = { updateId: 0n, newAdmin: null, newTokenName: null, mints: [], userData: null };
  return { kind: 'TokenManagement', tokenId, ...nothing, ...update };
}

/** Creates terms of escrow in native tokens. */
export function terms(evaluator: Address, evaluationFee: EvaluationFee): Operation {
  const rest = { tokenId: NATIVE_TOKEN_ID, evaluationFee, minEvaluatorFee: 0n };
  return { kind: 'Escrow', escrow: { kind: 'CreateConfig', evaluator, ...rest } };
}

/** Makes a claim that no verifier has to sign. */
export function unsignedClaim(verifiers: readonly Address[], data: string): Operation {
  const claimData = data as HexBytes;
  const claim = { verifierCommittee: verifiers, verifierQuorum: 0n, claimData };
  return { kind: 'ExternalClaim', claim, signatures: [] };
}
