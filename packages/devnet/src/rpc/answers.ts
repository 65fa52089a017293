import type { AccountInfo, EscrowJob, Pending, Token } from '@quorate/core';
import {
  type AccountInfoResponse,
  type Bytes32,
  type EscrowJobId,
  type EscrowJobRecord,
  type FilterRequest,
  NATIVE_TOKEN_ID,
  type TokenId,
  type TokenInfoResponse,
  type TokenMetadata,
  type TransactionCertificate,
  type ValidatedTransaction,
} from '@quorate/protocol';

/** Writes an account as the REST interface shows it; `asked` is the token filter of the request. */
export function accountInfoResponse(
  info: AccountInfo,
  asked: FilterRequest<TokenId>,
  certificates: readonly TransactionCertificate[] | null,
): AccountInfoResponse {
  const { address, balance, nextNonce, pending, stateCells } = info;
  return {
    sender: address,
    balance,
    nextNonce,
    pendingConfirmation: validated(pending),
    requestedState: stateCells,
    requestedCertificates: certificates,
    requestedValidatedTransaction: null,
    tokenBalance: asked === 'all' ? info.tokenBalances.filter(isHeld) : info.tokenBalances,
  };
}

// Wallets show the native token from `balance`, and add these to it (facts.md F6.9).
function isHeld([tokenId, balance]: readonly [TokenId, bigint]): boolean {
  return tokenId !== NATIVE_TOKEN_ID && balance !== 0n;
}

// The shape has room for one transaction and one validator's signature. A contested account has two
// transactions, and what was only taken over in a change of committee has no such signature.
function validated(pending: Pending | undefined): ValidatedTransaction | null {
  if (pending?.kind !== 'pending' || pending.signature === undefined) return null;
  const { envelope, validator, signature } = pending;
  return { value: envelope, validator, signature };
}

/** Writes tokens as the interface shows them, in the order of the request. */
export function tokenInfoResponse(
  asked: readonly TokenId[],
  known: readonly (readonly [TokenId, Token])[],
): TokenInfoResponse {
  const tokens = new Map(known);
  return { requestedTokenMetadata: asked.map((id) => [id, metadataOf(tokens.get(id))] as const) };
}

function metadataOf(token: Token | undefined): TokenMetadata | null {
  if (token?.description === undefined) return null;
  const { admin, name, decimals, mints, updateCount } = token.description;
  return {
    updateId: updateCount,
    admin,
    tokenName: name,
    decimals,
    totalSupply: token.supply,
    mints,
  };
}

/** Writes an escrow job as the interface shows it. */
export function escrowJobRecord(jobId: EscrowJobId, job: EscrowJob): EscrowJobRecord {
  const { configId, client, provider, evaluator, tokenId, providerFee, evaluatorFee } = job;
  return {
    jobId,
    configId,
    client,
    provider,
    evaluator,
    tokenId,
    providerFee,
    evaluatorFee,
    description: job.description,
    deliverable: (job.deliverable ?? null) as Bytes32 | null,
    status: job.status,
  };
}
